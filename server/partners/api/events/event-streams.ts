import type { ServerResponse } from 'node:http'
import type { PartnerEvent } from '#contract/partner-events.ts'
import { createTooManyRequestsRefusal } from '#server/http/refusals.ts'
import { startBackgroundLoop } from '#server/loop.ts'
import { type EventLogReader, type EventLogRow, readEventLog, readActiveEventLogSources } from './store.ts'
import type { Services } from '#server/services.ts'

export type EventStreamDependencies = Pick<Services, 'pool' | 'clock' | 'log'> & {
  answer(row: EventLogRow): { event: PartnerEvent; cursor: string }
  pollEveryMs?: number
}

/** A request for server-sent events after `position`. `tokenEndsAt` in epoch ms. */
export type EventStreamRequest = { reader: EventLogReader; clientId: string; tokenEndsAt: number }

export type EventStreams = {
  /**
   * Refuses a new stream if there are too many.
   * @throws Refusal `too-many-requests` if the client has too many open streams
   */
  refuseExcess(request: Pick<EventStreamRequest, 'reader' | 'clientId'>): void
  /** Sends events until the reader loses the right to read, its token expires, or the client disconnects. */
  open(request: EventStreamRequest, response: ServerResponse): void
  close(): Promise<void>
}

/**
 * The maximum numbers of open streams in this process. `ofSource`: for one authorization, or for one client with its
 * own token. `ofClient`: for one client in total. `ofProcess`: for all clients.
 */
export const maxEventStreams = { ofSource: 3, ofClient: 500, ofProcess: 2_000 }

const defaultPollEveryMs = 500
const heartbeatMs = 15_000
const eventsAtOnce = 100
/**
 * The maximum number of bytes that a client has not read. Above it, the client gets no new events, and is disconnected
 * after `readTimeoutMs`.
 */
const maxUnreadBytes = 64 * 1024
const readTimeoutMs = 30_000
const retryAfterMs = 30_000

type Stream = EventStreamRequest & { response: ServerResponse; sentAt: number; readAt: number }

/**
 * Creates the server-sent events of the event log (WHATWG HTML, section 9.2). Every half second, one query finds the
 * streams that may continue, and another query reads their next events. So a stream ends within a second after its
 * grants end. Specification 27.6.
 */
export function createEventStreams(dependencies: EventStreamDependencies): EventStreams {
  const { pool, clock, log, answer, pollEveryMs = defaultPollEveryMs } = dependencies
  const streams = new Set<Stream>()
  const { wake, stop } = startBackgroundLoop({ work: sendAll, onError: waitForDatabase, minIntervalMs: 0 })

  function refuseExcess({ reader: { kind, key }, clientId }: Pick<EventStreamRequest, 'reader' | 'clientId'>): void {
    const ofClient = [...streams].filter((stream) => stream.clientId === clientId)
    const ofSource = ofClient.filter(({ reader }) => reader.kind === kind && reader.key === key)
    const isExcess =
      ofSource.length >= maxEventStreams.ofSource ||
      ofClient.length >= maxEventStreams.ofClient ||
      streams.size >= maxEventStreams.ofProcess
    if (isExcess) throw createTooManyRequestsRefusal(retryAfterMs)
  }

  function open(request: EventStreamRequest, response: ServerResponse): void {
    const now = clock.now()
    const stream = { ...request, response, sentAt: now, readAt: now }
    streams.add(stream)
    response.once('close', () => void streams.delete(stream))
    response.on('error', () => void streams.delete(stream))
    response.write('retry: 5000\n\n')
    wake()
  }

  async function sendAll(): Promise<number> {
    if (streams.size === 0) return Infinity
    const now = clock.now()
    const isInForce = await readActiveEventLogSources(
      pool,
      [...streams].map(({ reader }) => reader),
      now,
    )
    for (const stream of streams) if (!mayGoOn(stream, isInForce, now)) cut(stream)
    const ready = [...streams].filter((stream) => isReading(stream, now))
    const rows =
      ready.length === 0
        ? []
        : await readEventLog(pool, { readers: ready.map(({ reader }) => reader), now, limit: eventsAtOnce })
    const ofReader = Map.groupBy(rows, ({ reader }) => reader)
    for (const [index, stream] of ready.entries()) send(stream, ofReader.get(index) ?? [], now)
    return [...ofReader.values()].some(({ length }) => length === eventsAtOnce) ? 0 : pollEveryMs
  }

  function mayGoOn({ reader: { kind, key }, tokenEndsAt }: Stream, isInForce: Set<string>, now: number): boolean {
    return isInForce.has(`${kind} ${key}`) && now < tokenEndsAt
  }

  /** Whether a client still reads its stream. Disconnects the client if it has not read for `readTimeoutMs`. */
  function isReading(stream: Stream, now: number): boolean {
    if (stream.response.writableLength <= maxUnreadBytes) {
      stream.readAt = now
      return true
    }
    if (now - stream.readAt > readTimeoutMs) cut(stream)
    return false
  }

  function send(stream: Stream, rows: readonly EventLogRow[], now: number): void {
    const last = rows.at(-1)
    if (last === undefined && now - stream.sentAt < heartbeatMs) return
    const frames = rows.map((row) => {
      const { event, cursor } = answer(row)
      return `id: ${cursor}\ndata: ${JSON.stringify(event)}\n\n`
    })
    stream.response.write(frames.length === 0 ? ':\n\n' : frames.join(''))
    stream.sentAt = now
    if (last !== undefined) stream.reader.position = last.position
  }

  /** Ends a stream. Drops the bytes that are not sent yet, because the client may have lost the right to read them. */
  function cut({ response }: Stream): void {
    if (response.writableLength > 0) response.socket?.resetAndDestroy()
    response.end()
  }

  function waitForDatabase(error: unknown): number {
    log.warn({ err: error }, 'Event streams wait for their database')
    return pollEveryMs
  }

  async function close(): Promise<void> {
    await stop()
    for (const { response } of streams) response.end()
  }

  return { refuseExcess, open, close }
}
