import { randomUUID } from 'node:crypto'
import { Transaction } from '#server/database/transaction.ts'
import type { Queryable } from '#server/database/sql.ts'
import { runAsTraceStep } from '#server/tracing.ts'
import { type Bus, type BusMessage, addCurrentTrace } from '../bus.ts'
import type { NatsLink } from './reconnecting-nats-connection.ts'
import { storedMessageId } from './missed-message-finder.ts'
import { storeMessages } from './store.ts'
import type { NatsSubjects } from './subjects.ts'
import { type NatsBusMessage, encodeNatsMessages } from './nats-encoding.ts'

export type NatsPublisherDependencies = { link: Pick<NatsLink, 'send'>; subjects: Pick<NatsSubjects, 'of'> }

/**
 * Creates the publisher. It sends messages to NATS after their transaction has committed. It also stores the
 * messages, except those that a poll can derive from other rows.
 */
export function createNatsPublisher({
  link,
  subjects,
}: NatsPublisherDependencies): Pick<Bus, 'publish' | 'prepareNotifications'> {
  return {
    async publish(transaction, messages) {
      if (messages.length === 0) return
      const attributes = { 'messaging.batch.message_count': messages.length }
      await runAsTraceStep({ name: 'publish', attributes }, async () =>
        publishAll(transaction, addCurrentTrace(messages)),
      )
    },
    // The messages are not stored, because a poll finds the changes in the rows of the reports.
    prepareNotifications(changes) {
      const sentChanges = addCurrentTrace(changes).map((message) => ({ message }))
      return { chunks: [], onCommitted: () => sendBySubject(sentChanges) }
    },
  }

  async function publishAll(transaction: Queryable, messages: readonly BusMessage[]): Promise<void> {
    const id = randomUUID()
    const natsBusMessages = withNames(messages, id)
    if (transaction instanceof Transaction) transaction.afterCommit(() => sendBySubject(natsBusMessages))
    const toKeep = messages.filter(isKept)
    if (toKeep.length > 0) await storeMessages(transaction, id, toKeep)
    // Outside a transaction, sends the messages immediately, because the change is already committed.
    if (!(transaction instanceof Transaction)) sendBySubject(natsBusMessages)
  }

  function sendBySubject(messages: readonly NatsBusMessage[]): void {
    for (const [subject, sent] of groupBySubject(messages, subjects))
      link.send(subject, encodeNatsMessages(sent), sent.length)
  }
}

/**
 * Adds the id `kept` to each message that is stored. The id consists of the publication's id and the message's index
 * among the stored messages.
 */
function withNames(messages: readonly BusMessage[], id: string): NatsBusMessage[] {
  let index = 0
  return messages.map((message) => (isKept(message) ? { message, kept: storedMessageId(id, index++) } : { message }))
}

function groupBySubject(
  messages: readonly NatsBusMessage[],
  subjects: Pick<NatsSubjects, 'of'>,
): ReadonlyMap<string, readonly NatsBusMessage[]> {
  const addressedMessages = messages.flatMap((natsBusMessage) =>
    subjects.of(natsBusMessage.message).map((subject) => ({ subject, sent: natsBusMessage })),
  )
  const messagesBySubject = Map.groupBy(addressedMessages, ({ subject }) => subject)
  return new Map([...messagesBySubject].map(([subject, group]) => [subject, group.map(({ sent }) => sent)]))
}

/**
 * Whether a message is stored, so that a poll finds it if NATS loses it. Messages about gateways need no copy, because
 * polls read the rows of the gateways. Partner changes need none, because the job that writes the event log also polls.
 */
function isKept({ kind }: BusMessage): boolean {
  return kind !== 'gateway' && kind !== 'partner-changes'
}
