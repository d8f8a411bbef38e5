import type { NodeConnectionOptions } from '@nats-io/transport-node'
import type { Pool } from 'pg'
import type { Log } from '#server/log.ts'
import type { Loop } from '#server/loop.ts'
import type { Bus, BusListener, BusMessage, BusSubscription } from '../bus.ts'
import { openNatsLink } from './reconnecting-nats-connection.ts'
import { createMissedGatewayChangeFinder } from './missed-gateway-change-finder.ts'
import { createSubjectSubscriptionCounter } from './subject-subscription-counter.ts'
import { createMissedMessageFinder } from './missed-message-finder.ts'
import { type DatabasePollTimes, startDatabasePolling, defaultDatabasePollTimes } from './database-polling.ts'
import type { NatsMetrics } from './metrics.ts'
import { createNatsPublisher } from './nats-publisher.ts'
import { createNatsSubjects } from './subjects.ts'
import { createWatchedSubjects } from './watched-subjects.ts'
import { type NatsBusMessage, decodeNatsMessages } from './nats-encoding.ts'

export type NatsBusOptions = {
  servers: NodeConnectionOptions
  /** The prefix of all subjects, so that several portals can share a NATS server. */
  prefix: string
  pool: Pool
  log: Log
  metrics: NatsMetrics
  times?: DatabasePollTimes
}

/** The maximum time in milliseconds for which a subscription waits for a slow NATS. */
const settleTimeoutMs = 250

/**
 * Creates the bus for many processes. It uses core NATS with a subject for each gateway and person. A process receives
 * messages on these subjects only for gateways and people that it watches; some other messages go to every process. A
 * poll of the database finds lost messages some seconds later. docs/decisions/052.
 * @throws AuthorizationError, or an error of TLS, if NATS rejects the portal
 */
export async function createNatsBus(options: NatsBusOptions): Promise<Bus> {
  const { pool, log, metrics, times = defaultDatabasePollTimes } = options
  const subjects = createNatsSubjects(options.prefix)
  const listeners = new Set<BusListener>()
  const comparison = createMissedGatewayChangeFinder(pool)
  const missedMessageReader = createMissedMessageFinder(pool)
  let pollingLoop: Loop | undefined
  let beginning: Promise<void> | undefined
  const link = await openNatsLink({ ...options, onText, onTurn: () => pollingLoop?.wake() })
  const interest = createSubjectSubscriptionCounter(link)

  function onText(text: string): void {
    const messages = readText(text).flatMap(toNewMessages)
    metrics.received.inc(messages.length)
    if (messages.length > 0) deliver(messages)
  }

  function readText(text: string): NatsBusMessage[] {
    try {
      return decodeNatsMessages(text)
    } catch (error) {
      log.warn({ err: error }, 'The bus dropped a message of NATS that it could not read')
      return []
    }
  }

  function toNewMessages({ message, kept: name }: NatsBusMessage): BusMessage[] {
    if (message.kind === 'gateway') comparison.receive(message)
    return name === undefined || missedMessageReader.receive(name) ? [message] : []
  }

  function deliver(messages: readonly BusMessage[]): void {
    for (const listener of listeners) listener.onMessages(messages)
  }

  async function poll(): Promise<void> {
    const missedMessages = await missedMessageReader.poll()
    if (missedMessages === null) resync()
    const busMessages = (missedMessages ?? []).filter((message) => subjects.of(message).some(interest.has))
    busMessages.push(...(await comparison.compare()))
    metrics.found.inc(busMessages.length)
    if (busMessages.length > 0) deliver(busMessages)
  }

  function resync(): void {
    for (const listener of listeners) listener.onResync()
  }

  async function begin(): Promise<void> {
    try {
      interest.add(subjects.everybody)
      await link.hasSettled(settleTimeoutMs)
      await missedMessageReader.begin()
    } catch (error) {
      interest.remove(subjects.everybody)
      beginning = undefined
      throw error
    }
    pollingLoop = startDatabasePolling({
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
    const { unwatchAll, ...watching } = createWatchedSubjects({ interest, comparison, subjects })
    return {
      ...watching,
      settled: async () => void (await Promise.all([link.hasSettled(settleTimeoutMs), comparison.settled()])),
      close: () => {
        listeners.delete(listener)
        unwatchAll()
      },
    }
  }

  async function close(): Promise<void> {
    listeners.clear()
    await pollingLoop?.stop()
    await link.close()
  }

  return { ...createNatsPublisher({ link, subjects }), subscribe, close }
}
