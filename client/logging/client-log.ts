import type { ClientLogEntry } from '#contract/client-log.ts'
import { type Occurrence, type LogContext, toLogEntry } from './log-entry.ts'

/** Never sent: a sign-in library says it of a setting the portal does not need. Specification 7. */
const whitelisted = 'No silent_redirect_uri configured'

/** Entries wait this long, so that a storm arrives as one batch. */
const batchAfterMs = 1_000

/** A page that goes wrong again and again must not drown the log. */
const mostPerMinute = 10
const minuteMs = 60_000

export type ClientLogParts = {
  post(entry: ClientLogEntry): Promise<void>
  context(): LogContext
  /** Epoch ms. */
  now(): number
  console: Pick<Console, 'warn' | 'error'>
}

/** `flush` sends what waits, for the moment before the page goes. */
export type ClientLog = {
  warn(message: string, error?: unknown): void
  error(message: string, error?: unknown, position?: Occurrence['position']): void
  flush(): void
}

/** Warnings and errors of the page, to the console and to the portal. Specification 7, POST /api/2/logger. */
export function createClientLog({ post, context, now, console }: ClientLogParts): ClientLog {
  const waiting: ClientLogEntry[] = []
  let sentAt: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function add(occurrence: Occurrence): void {
    const { level, message, error } = occurrence
    console[level](message, ...(error === undefined ? [] : [error]))
    if (message.includes(whitelisted)) return
    const entry = toLogEntry(occurrence, context())
    if (waiting.some((each) => each.message === entry.message) || !mayTake()) return
    waiting.push(entry)
    timer ??= setTimeout(flush, batchAfterMs)
  }

  function mayTake(): boolean {
    sentAt = sentAt.filter((at) => now() - at < minuteMs)
    if (sentAt.length >= mostPerMinute) return false
    sentAt.push(now())
    return true
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    // A log that cannot be delivered is said to the console alone, or it would log itself for ever.
    for (const entry of waiting.splice(0)) {
      post(entry).catch((error: unknown) => console.warn('The client log was not taken', error))
    }
  }

  return {
    warn: (message, error) => add({ level: 'warn', message, error }),
    error: (message, error, position) => add({ level: 'error', message, error, ...(position && { position }) }),
    flush,
  }
}
