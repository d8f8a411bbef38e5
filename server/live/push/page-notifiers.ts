import type { Pool } from 'pg'
import type { PageNotification } from '#contract/event-bus.ts'
import type { BusMessage, TraceField } from '#server/live/bus/bus.ts'
import { runAsStepOfTraces } from '#server/tracing.ts'
import { encodeNotification } from './frame-encoding.ts'
import type { PageDeliveryDependencies } from './page-socket.ts'
import { startPushLoop } from './push-loop.ts'
import { findPairsWithoutEditingRights, readServiceSettingsSeqs, type PersonGatewayPairs } from './store.ts'
import type { ConnectedPerson, SubscriptionRegistry } from './subscription-registry.ts'
import type { Services } from '#server/services.ts'

export type PageNotifierDependencies = Pick<Services, 'pool' | 'log'> & {
  subscriptionRegistry: SubscriptionRegistry
  deliveryDependencies: PageDeliveryDependencies
}

/** A person with open pages, and a message for them about a gateway. */
type Recipient<Message> = { person: ConnectedPerson; message: Message }

/** A notification for the pages of one person. */
type PersonNotification = { person: ConnectedPerson; body: PageNotification }

function rightsQueryOf(recipients: readonly Recipient<{ gatewayId: string }>[], now: number): PersonGatewayPairs {
  return {
    now,
    personIds: recipients.map(({ person }) => person.id),
    gatewayIds: recipients.map(({ message }) => message.gatewayId),
  }
}

type NotificationKind<Message> = {
  /** The name of this kind of notification in the log, such as "changes of exports". */
  name: string
  /** Returns the key of a message. Of messages with the same key that wait at the same time, only the latest is sent. */
  keyOf(message: Message): string
  /** Returns the people with open pages to whom a message may be sent. */
  peopleOf(message: Message): ConnectedPerson[]
  /** Returns the notifications for the recipients who have the right to get them at `now` (epoch ms). */
  permitted(pool: Pool, recipients: readonly Recipient<Message>[], now: number): Promise<PersonNotification[]>
}

export type PageNotifier<Message> = { notify(message: Message): void; close(): Promise<void> }

type ServiceMessage = Extract<BusMessage, { kind: 'service' }>
type ExportMessage = Extract<BusMessage, { kind: 'export' }>

/**
 * Creates the notifier of changed service settings. If the address or contracts of an appliance change, all people who
 * watch the appliance get a notification. If a person changes their own name for the appliance, only that person gets
 * one. The notification does not contain the new values; the page reads them.
 */
export function createServiceSettingsNotifier(dependencies: PageNotifierDependencies): PageNotifier<ServiceMessage> {
  const { subscriptionRegistry } = dependencies
  return createNotifier(dependencies, {
    name: 'changes of service settings',
    keyOf: ({ gatewayId, personId = 'everybody' }) => `${gatewayId} ${personId}`,
    peopleOf: ({ gatewayId, personId }) => {
      const people = subscriptionRegistry.topicOf(gatewayId)?.watches.map(({ person }) => person) ?? []
      return personId === undefined ? people : people.filter(({ id }) => id === personId)
    },
    permitted: async (pool, recipients, now) => {
      const seqs = await readServiceSettingsSeqs(pool, rightsQueryOf(recipients, now))
      return recipients.flatMap(({ person, message: { gatewayId } }, index): PersonNotification[] => {
        const seq = seqs.get(index)
        return seq === undefined ? [] : [{ person, body: { resourceId: gatewayId, resourceType: 'service', seq } }]
      })
    },
  })
}

/**
 * Creates the notifier of export progress. The notifier sends the progress to the pages of the person who requested the
 * export. If several messages about one request wait, only the latest is sent.
 */
export function createExportNotifier(dependencies: PageNotifierDependencies): PageNotifier<ExportMessage> {
  const { people } = dependencies.subscriptionRegistry
  return createNotifier(dependencies, {
    name: 'changes of exports',
    keyOf: ({ requestId }) => requestId,
    peopleOf: ({ personId }) => {
      const person = people.get(personId)
      return person ? [person] : []
    },
    permitted: async (pool, recipients, now) => {
      const withoutEditing = new Set(await findPairsWithoutEditingRights(pool, rightsQueryOf(recipients, now)))
      return recipients
        .filter((_, index) => !withoutEditing.has(index))
        .map(({ person, message: { gatewayId, requestId, state, progress } }) => ({
          person,
          body: { resourceId: gatewayId, resourceType: 'export', requestId, state, progress },
        }))
    },
  })
}

/**
 * Notifies a person's pages that the person's notices changed. Checks no rights, because notices belong to the person.
 */
export function notifyPagesOfNotices(
  personId: string,
  { people }: Pick<SubscriptionRegistry, 'people'>,
  { clock }: Pick<PageDeliveryDependencies, 'clock'>,
): void {
  const person = people.get(personId)
  if (person) sendTo(person, { resourceType: 'notices' }, clock.now())
}

function sendTo({ sockets }: ConnectedPerson, body: PageNotification, now: number): void {
  const text = encodeNotification(body)
  for (const socket of sockets) if (socket.isRegisteredAt(now)) socket.sendJson(text)
}

/**
 * Creates a notifier of pages. A page that does not read its socket misses a notification; it reads the data again when
 * it next gets the focus. Rights are checked again at delivery. Specification 14.3.
 */
function createNotifier<Message extends TraceField>(
  { pool, deliveryDependencies, log }: Omit<PageNotifierDependencies, 'subscriptionRegistry'>,
  { name, keyOf, peopleOf, permitted }: NotificationKind<Message>,
): PageNotifier<Message> {
  const waiting = new Map<string, Message>()
  const { wake, stop: close } = startPushLoop({ log, name, work: sendAll })

  function notify(message: Message): void {
    if (peopleOf(message).length === 0) return
    waiting.set(keyOf(message), message)
    wake()
  }

  async function sendAll(): Promise<boolean> {
    const messages = [...waiting]
    await runAsStepOfTraces(
      { name: `deliver ${name}`, attributes: { 'messaging.batch.message_count': messages.length } },
      () => messages.flatMap(([, { trace }]) => trace ?? []),
      async () => sendRound(messages),
    )
    return waiting.size > 0
  }

  async function sendRound(messages: readonly (readonly [string, Message])[]): Promise<void> {
    const recipients = messages.flatMap(([, message]) => peopleOf(message).map((person) => ({ person, message })))
    const { clock } = deliveryDependencies
    const notifications = recipients.length === 0 ? [] : await permitted(pool, recipients, clock.now())
    for (const [key, message] of messages) if (waiting.get(key) === message) waiting.delete(key)
    const now = clock.now()
    for (const { person, body } of notifications) sendTo(person, body, now)
  }

  return { notify, close }
}
