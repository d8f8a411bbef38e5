import {
  type NatsConnection,
  type NodeConnectionOptions,
  type Status,
  type Subscription,
  connect,
} from '@nats-io/transport-node'
import type { Log } from '#server/log.ts'
import { resultWithin } from '#server/result-within.ts'
import { isNatsRejection } from './connection-errors.ts'
import type { NatsMetrics } from './metrics.ts'
import { createNatsSender } from './nats-sender.ts'

export type NatsLinkOptions = {
  /** The addresses of the servers and the credentials of the portal. */
  servers: NodeConnectionOptions
  log: Log
  metrics: NatsMetrics
  onText(text: string): void
  /** Called when the connection is lost, and when it is restored. */
  onTurn(): void
}

/** A connection to NATS that always reconnects. Messages that are sent while it is down are dropped. */
export type NatsLink = {
  isConnected(): boolean
  /**
   * Sends a text without waiting. Drops the text if there is no connection, or if the server is too slow to accept
   * more. `messages`: the number of bus messages in the text.
   */
  send(subject: string, text: string, messages: number): void
  listen(subject: string): void
  unlisten(subject: string): void
  /** Resolves to whether the server confirms all subscriptions within `withinMs` milliseconds. */
  hasSettled(withinMs: number): Promise<boolean>
  close(): Promise<void>
}

const connectTimeoutMs = 3_000
const pingEveryMs = 5_000
const pingsUnanswered = 2
const firstRetryMs = 100
const lastRetryMs = 5_000
const closeTimeoutMs = 500

const connectionOptions: NodeConnectionOptions = {
  timeout: connectTimeoutMs,
  pingInterval: pingEveryMs,
  maxPingOut: pingsUnanswered,
  maxReconnectAttempts: -1,
  ignoreAuthErrorAbort: true,
  noAsyncTraces: true,
}

/**
 * Connects to NATS. If no server can be reached, returns and retries in the background.
 * @throws AuthorizationError, or an error of TLS, if a server was reached and rejects the portal
 */
export async function openNatsLink({ servers, log, metrics, onText, onTurn }: NatsLinkOptions): Promise<NatsLink> {
  const subscriptions = new Map<string, Subscription | undefined>()
  let current: NatsConnection | undefined
  let connected = false
  let dials = 0
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const natsSender = createNatsSender({ metrics, log })
  const options = { ...servers, ...connectionOptions, reconnectDelayHandler: () => waitAfter(dials) }

  async function begin(): Promise<void> {
    const connection = await connect(options)
    if (isClosed) return connection.close()
    current = connection
    follow(connection).catch((error: unknown) =>
      log.error({ err: error }, 'The bus cannot follow the state of its NATS connection'),
    )
    for (const subject of subscriptions.keys()) subscribe(connection, subject)
    turn(true)
  }

  function beginLater(failures: number): void {
    retry = setTimeout(() => {
      begin().catch((error: unknown) => {
        log.warn({ err: error }, isNatsRejection(error) ? 'NATS refuses the bus' : 'The bus cannot reach NATS yet')
        if (!isClosed) beginLater(failures + 1)
      })
    }, waitAfter(failures))
  }

  async function follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) onStatus(status)
  }

  function onStatus(status: Status): void {
    if (status.type === 'reconnecting') dials += 1
    if (status.type === 'disconnect' && connected) turn(false)
    if (status.type === 'error') log.error({ err: status.error }, 'NATS refuses a request of the bus')
    if (status.type !== 'reconnect') return
    metrics.reconnects.inc()
    turn(true)
  }

  function turn(isThere: boolean): void {
    connected = isThere
    metrics.connected.set(isThere ? 1 : 0)
    natsSender.restart()
    if (isThere) {
      dials = 0
      log.info({ server: current?.getServer() }, 'The bus is connected to NATS')
    } else if (!isClosed) log.warn({}, 'The bus lost NATS and reconnects; meanwhile it polls the database')
    onTurn()
  }

  function subscribe(connection: NatsConnection, subject: string): void {
    const callback = (error: Error | null, message: { string(): string }): void => {
      if (error) log.error({ err: error, subject }, 'NATS refuses a subscription of the bus')
      else onText(message.string())
    }
    subscriptions.set(subject, connection.subscribe(subject, { callback }))
  }

  async function hasSettled(withinMs: number): Promise<boolean> {
    return connected && current ? isFlushed(current, withinMs) : false
  }

  try {
    await begin()
  } catch (error) {
    if (isNatsRejection(error)) throw error
    log.error({ err: error }, 'The bus cannot connect to NATS; it retries, and polls the database meanwhile')
    metrics.connected.set(0)
    beginLater(0)
  }

  return {
    isConnected: () => connected,
    send: (subject, text, messages) =>
      natsSender.sendOrDrop(connected && current ? current : null, { subject, text, messages }),
    listen: (subject) => {
      subscriptions.set(subject, undefined)
      if (current) subscribe(current, subject)
    },
    unlisten: (subject) => {
      subscriptions.get(subject)?.unsubscribe()
      subscriptions.delete(subject)
    },
    hasSettled,
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await hasSettled(closeTimeoutMs)
      await current?.close()
    },
  }
}

/** Whether the server confirms, within `withinMs` milliseconds, that it has received all sent data. */
async function isFlushed(connection: NatsConnection, withinMs: number): Promise<boolean> {
  const flushed = connection.flush().then(
    () => true,
    () => false,
  )
  return resultWithin(flushed, withinMs, false)
}

function waitAfter(failures: number): number {
  return Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)) * (0.5 + Math.random() / 2)
}
