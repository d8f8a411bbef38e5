import { type ClientLogEntry, clientLogLimits } from '#contract/client-log.ts'
import { maskCookies, maskSecrets } from '#contract/masking.ts'

/** Where the page stands when something goes wrong; read anew for each entry. */
export type LogContext = {
  clientTime: string
  userAgent: string
  viewportWidth: number
  viewportHeight: number
  cookies: string
  location: string
}

/** Where in the code it happened, as an error event says. */
export type Position = { fileName?: string; lineNumber?: number; columnNumber?: number }

export type Occurrence = { level: 'warn' | 'error'; message: string; error?: unknown; position?: Position }

/** The payload of the client log: cut to its limits, without secrets. Specification 3.11. */
export function toLogEntry({ level, message, error, position }: Occurrence, around: LogContext): ClientLogEntry {
  const { short, cookies: cookiesLimit, message: messageLimit, stack: stackLimit } = clientLogLimits
  const stack = error instanceof Error ? error.stack : undefined
  return {
    level,
    message: cut(withReason(message, error), messageLimit),
    clientTime: around.clientTime,
    userAgent: cut(around.userAgent, short),
    viewportWidth: around.viewportWidth,
    viewportHeight: around.viewportHeight,
    cookies: maskCookies(around.cookies).slice(0, cookiesLimit),
    location: cut(around.location, short),
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

// Masked before it is cut, or a cut token would no longer be seen as one.
function cut(text: string, limit: number): string {
  return maskSecrets(text).slice(0, limit)
}
