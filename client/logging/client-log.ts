import { type ClientLogEntry, clientLogLimits } from '#contract/client-log.ts'
import { maskCookies, maskSecrets } from '#contract/masking.ts'

/** The message is never sent: a sign-in library logs it about a setting that the portal does not need. Specification 7. */
const ignoredMessage = 'No silent_redirect_uri configured'

/** The pause before entries are sent, so that many errors at once arrive as one batch. */
const batchAfterMs = 1_000

/** The maximum number of entries in a minute, so that repeated errors do not flood the log. */
const maxPerMinute = 10
const minuteMs = 60_000

export type ClientLogDependencies = {
  post(entry: ClientLogEntry): Promise<void>
  context(): PageCondition
  /** Epoch ms. */
  now(): number
  console: Pick<Console, 'warn' | 'error'>
}

/** `flush` sends waiting entries, just before the page closes. */
export type ClientLog = {
  warn(message: string, error?: unknown): void
  error(message: string, error?: unknown, position?: LoggedEvent['position']): void
  flush(): void
}

/** Logs warnings and errors of the page to the console and to the portal. Specification 7, POST /api/2/logger. */
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
    // Logs a failure to send only to the console; otherwise it would log itself forever.
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

/** The state of the page when an error occurs; read for each entry. */
export type PageCondition = {
  clientTime: string
  userAgent: string
  viewportWidth: number
  viewportHeight: number
  cookies: string
  location: string
}

/** The position in the code, as in an error event. */
type Position = { fileName?: string; lineNumber?: number; columnNumber?: number }

type LoggedEvent = { level: 'warn' | 'error'; message: string; error?: unknown; position?: Position }

/** The payload of the client log: limited in length, without secrets. Specification 3.11. */
function toLogEntry({ level, message, error, position }: LoggedEvent, condition: PageCondition): ClientLogEntry {
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

// Masks before cutting, because a cut token would no longer be recognised.
function cut(text: string, limit: number): string {
  return maskSecrets(text).slice(0, limit)
}
