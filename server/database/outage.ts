/** Node's error codes of sockets for a server that cannot be reached now. */
export const unreachableCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
])

/**
 * SQLSTATE classes of errors that do not depend on the statement: connection, resources, operator intervention
 * (including statement timeouts), system errors, and rolled back transactions. PostgreSQL manual, appendix A.
 */
const temporaryClasses = new Set(['08', '40', '53', '57', '58'])

/** Temporary errors of other classes: a lock timeout, a read-only host, and transaction timeouts. */
const temporaryCodes = new Set(['55P03', '25006', '25P03', '25P04'])

/**
 * A code of a temporary class whose error a retry does not fix. 40002: a deferred constraint was violated at the
 * commit.
 */
const permanentCodes = new Set(['40002'])

/** Messages of pg's errors that have no code. */
const pgMessages = [
  /Connection terminated/u,
  /timeout exceeded when trying to connect/u,
  /^timeout expired$/u,
  /^Query read timeout$/u,
  /Client has encountered a connection error/u,
  /Client was closed and is not queryable/u,
  /Cannot use a pool after calling end/u,
]

const sqlState = /^[0-9A-Z]{5}$/u

/**
 * The process could not open a connection to the database. At that moment the server's reason, such as 3D000 during a
 * restore or 28P01 during a password change, does not depend on the request. In a running statement the same codes can
 * mean a bug.
 */
export class FailedConnectionError extends Error {
  override name = 'FailedConnectionError'
  /** The SQLSTATE, or the code of Node's socket error. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : undefined
  }
}

/** Whether an error means that the database is down or overloaded, so that a later retry makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof FailedConnectionError) return true
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return pgMessages.some((sentence) => sentence.test(error.message))
  if (unreachableCodes.has(code) || temporaryCodes.has(code)) return true
  return sqlState.test(code) && temporaryClasses.has(code.slice(0, 2)) && !permanentCodes.has(code)
}
