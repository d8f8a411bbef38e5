import { type ClientLogEntry, clientLogLimits } from '#contract/client-log.ts'
import { maskCookies, maskSecrets } from '#contract/mask-secrets.ts'
import { minuteMs } from '#contract/durations.ts'

/**
 * A message that the client log never sends. A sign-in library logs it about a setting that the portal does not need.
 * Specification 7.
 */
const ignoredMessage = 'No silent_redirect_uri configured'

/** The pause before entries are sent, in ms. Many simultaneous errors are sent in one request. */
const batchAfterMs = 1_000

/** The maximum number of sent entries in a minute, so that a repeated error does not fill the log. */
const maxPerMinute = 10

export type ClientLogDependencies = {
  post(entry: ClientLogEntry): Promise<void>
  context(): PageLogContext
  /** Returns the current time in epoch ms. */
  now(): number
  console: Pick<Console, 'warn' | 'error'>
}

/** `flush` sends the queued entries immediately; the page calls it before it closes. */
export type ClientLog = {
  warn(message: string, error?: unknown): void
  error(message: string, error?: unknown, position?: LoggedEvent['position']): void
  flush(): void
}

/**
 * Creates the app's log, which writes warnings and errors to the console and sends them to the portal. Specification
 * 7, POST /api/2/logger.
 */
export function createClientLog({ post, context, now, console }: ClientLogDependencies): ClientLog {
  const waiting: ClientLogEntry[] = []
  let sentAt: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function add(occurrence: LoggedEvent): void {
    const { level, message, error } = occurrence
    console[level](message, ...(error === undefined ? [] : [error]))
    if (message.includes(ignoredMessage)) return
    const entry = toLogEntry(occurrence, context())
    if (waiting.some((each) => each.message === entry.message) || !mayTake()) return
    waiting.push(entry)
    timer ??= setTimeout(flush, batchAfterMs)
  }

  function mayTake(): boolean {
    sentAt = sentAt.filter((at) => now() - at < minuteMs)
    if (sentAt.length >= maxPerMinute) return false
    sentAt.push(now())
    return true
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    // If sending fails, writes the failure only to the console. Otherwise each failure would create another entry.
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

/** The state of the app when an entry is logged. */
export type PageLogContext = {
  clientTime: string
  userAgent: string
  viewportWidth: number
  viewportHeight: number
  cookies: string
  location: string
}

/** The position in the code, from an error event. */
type Position = { fileName?: string; lineNumber?: number; columnNumber?: number }

type LoggedEvent = { level: 'warn' | 'error'; message: string; error?: unknown; position?: Position }

/** Returns the entry to send: without secrets, and cut to the limits of the API. Specification 3.11. */
function toLogEntry({ level, message, error, position }: LoggedEvent, condition: PageLogContext): ClientLogEntry {
  const { short, cookies: cookiesLimit, message: messageLimit, stack: stackLimit } = clientLogLimits
  const stack = error instanceof Error ? error.stack : undefined
  return {
    level,
    message: cut(withReason(message, error), messageLimit),
    clientTime: condition.clientTime,
    userAgent: cut(condition.userAgent, short),
    viewportWidth: condition.viewportWidth,
    viewportHeight: condition.viewportHeight,
    cookies: maskCookies(condition.cookies).slice(0, cookiesLimit),
    location: cut(condition.location, short),
    ...(stack !== undefined && { stack: cut(stack, stackLimit) }),
    ...(position?.fileName !== undefined && { fileName: cut(position.fileName, short) }),
    ...(position?.lineNumber !== undefined && { lineNumber: position.lineNumber }),
    ...(position?.columnNumber !== undefined && { columnNumber: position.columnNumber }),
  }
}

function withReason(message: string, error: unknown): string {
  if (error === undefined) return message
  return `${message}: ${error instanceof Error ? error.message : asText(error)}`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}

// Masks secrets before cutting, because a cut token would not be recognised.
function cut(text: string, limit: number): string {
  return maskSecrets(text).slice(0, limit)
}
