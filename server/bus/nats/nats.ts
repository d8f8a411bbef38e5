import { randomUUID } from 'node:crypto'
import type { NodeConnectionOptions } from '@nats-io/transport-node'
import type { Pool } from 'pg'
import type { Queryable } from '#server/database/sql.ts'
import { Transaction } from '#server/database/transaction.ts'
import type { Log } from '#server/log.ts'
import type { Loop } from '#server/loop.ts'
import { traced } from '#server/tracing.ts'
import type { Bus, BusListener, BusMessage, BusSubscription, PreparedNotifications, GatewayMessage } from '../bus.ts'
import { withTrace } from '../bus.ts'
import { openNatsLink } from './connection.ts'
import { createGatewayComparison } from './gateway-comparison.ts'
import { createInterest } from './interest.ts'
import { createKeptReader, keptName } from './kept-messages.ts'
import { type PollTimes, startPolling, usualPollTimes } from './polling.ts'
import type { NatsMetrics } from './metrics.ts'
import { keepMessages } from './store.ts'
import { subjectsUnder } from './subjects.ts'
import { type SentMessage, decode, encode } from './wire.ts'

export type NatsBus = {
  servers: NodeConnectionOptions
  /** The prefix of all subjects, so that several portals can share a NATS. */
  prefix: string
  pool: Pool
  log: Log
  metrics: NatsMetrics
  times?: PollTimes
}

/** A registration waits at most this long for a slow NATS. */
const settleWithinMs = 250

/**
 * The bus for many processes: core NATS with a subject for each gateway and person, so that a process receives only
 * what it watches. Messages that NATS loses are found in the database some seconds later. docs/decisions/052.
 * @throws AuthorizationError, or the error of TLS, if NATS rejects us
 */
export async function createNatsBus(options: NatsBus): Promise<Bus> {
  const { pool, log, metrics, times = usualPollTimes } = options
  const subjects = subjectsUnder(options.prefix)
  const listeners = new Set<BusListener>()
  const comparison = createGatewayComparison(pool)
  const kept = createKeptReader(pool)
  let polling: Loop | undefined
  let beginning: Promise<void> | undefined
  const link = await openNatsLink({ ...options, onText, onTurn: () => polling?.wake() })
  const interest = createInterest(link)

  function onText(text: string): void {
    const messages = read(text).flatMap(toNewMessages)
    metrics.received.inc(messages.length)
    if (messages.length > 0) deliver(messages)
  }

  function read(text: string): SentMessage[] {
    try {
      return decode(text)
    } catch (error) {
      log.warn({ err: error }, 'The bus dropped a message of NATS that it could not read')
      return []
    }
  }

  function toNewMessages({ message, kept: name }: SentMessage): BusMessage[] {
    if (message.kind === 'gateway') comparison.receive(message)
    return name === undefined || kept.receive(name) ? [message] : []
  }

  function deliver(messages: readonly BusMessage[]): void {
    for (const listener of listeners) listener.onMessages(messages)
  }

  async function poll(): Promise<void> {
    const found = await kept.poll()
    if (found === null) resync()
    const missed = (found ?? []).filter((message) => subjects.of(message).some(interest.has))
    missed.push(...(await comparison.compare()))
    metrics.found.inc(missed.length)
    if (missed.length > 0) deliver(missed)
  }

  function resync(): void {
    for (const listener of listeners) listener.onResync()
  }

  async function begin(): Promise<void> {
    try {
      interest.add(subjects.everybody)
      await link.hasSettled(settleWithinMs)
      await kept.begin()
    } catch (error) {
      interest.remove(subjects.everybody)
      beginning = undefined
      throw error
    }
    polling = startPolling({
      times,
      log,
      metrics,
      isReceiving: async () => link.hasSettled(times.answerMs),
      poll,
      onLost: () => {
        for (const listener of listeners) listener.onLost?.()
      },
      onResync: resync,
    })
  }

  async function subscribe(listener: BusListener): Promise<BusSubscription> {
    beginning ??= begin()
    await beginning
    listeners.add(listener)
    const gateways = new Set<string>()
    const people = new Set<string>()

    function watch(ids: readonly string[]): void {
      for (const id of ids) {
        if (gateways.has(id)) continue
        gateways.add(id)
        interest.add(subjects.gateway(id))
        comparison.watch(id)
      }
    }

    function unwatch(ids: readonly string[]): void {
      for (const id of ids) {
        if (!gateways.delete(id)) continue
        interest.remove(subjects.gateway(id))
        if (!interest.has(subjects.gateway(id))) comparison.unwatch(id)
      }
    }

    function watchPeople(ids: readonly string[]): void {
      for (const id of ids) {
        if (people.has(id)) continue
        people.add(id)
        interest.add(subjects.person(id))
      }
    }

    function unwatchPeople(ids: readonly string[]): void {
      for (const id of ids) if (people.delete(id)) interest.remove(subjects.person(id))
    }

    return {
      watch,
      unwatch,
      watchPeople,
      unwatchPeople,
      settled: async () => void (await Promise.all([link.hasSettled(settleWithinMs), comparison.settled()])),
      close: () => {
        listeners.delete(listener)
        unwatch([...gateways])
        unwatchPeople([...people])
      },
    }
  }

  async function publish(transaction: Queryable, messages: readonly BusMessage[]): Promise<void> {
    if (messages.length === 0) return
    const attributes = { 'messaging.batch.message_count': messages.length }
    await traced({ name: 'publish', attributes }, async () => publishAll(transaction, withTrace(messages)))
  }

  async function publishAll(transaction: Queryable, messages: readonly BusMessage[]): Promise<void> {
    const id = randomUUID()
    const toKeep = messages.filter(isKept)
    let index = 0
    const sent = messages.map((message) => (isKept(message) ? { message, kept: keptName(id, index++) } : { message }))
    if (transaction instanceof Transaction) transaction.afterCommit(() => sendAll(sent))
    if (toKeep.length > 0) await keepMessages(transaction, id, toKeep)
    // A statement outside of a transaction is already committed.
    if (!(transaction instanceof Transaction)) sendAll(sent)
  }

  function sendAll(all: readonly SentMessage[]): void {
    const bySubject = new Map<string, SentMessage[]>()
    for (const one of all) {
      for (const subject of subjects.of(one.message)) {
        const others = bySubject.get(subject)
        if (others) others.push(one)
        else bySubject.set(subject, [one])
      }
    }
    for (const [subject, sent] of bySubject) link.send(subject, encode(sent), sent.length)
  }

  async function close(): Promise<void> {
    listeners.clear()
    await polling?.stop()
    await link.close()
  }

  // Reports are not stored again, because they have their own rows.
  function prepareNotifications(changes: readonly GatewayMessage[]): PreparedNotifications {
    const sent = withTrace(changes).map((message) => ({ message }))
    return { chunks: [], onCommitted: () => sendAll(sent) }
  }

  return { publish, prepareNotifications, subscribe, close }
}

/** Reports have their own rows. */
function isKept({ kind }: BusMessage): boolean {
  return kind !== 'gateway'
}
