/** Node's error codes for a server to which no connection is possible. */
export const unreachableErrorCodes: ReadonlySet<string> = new Set([
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
 * SQLSTATE classes of errors that do not depend on the statement: lost connection, lack of resources, operator
 * intervention (including statement timeouts), system errors, and transactions that were rolled back. PostgreSQL
 * manual, appendix A.
 */
const temporaryClasses = new Set(['08', '40', '53', '57', '58'])

/**
 * Temporary errors whose SQLSTATE class is not in `temporaryClasses`: a lock timeout, a read-only host, and
 * transaction timeouts.
 */
const temporaryCodes = new Set(['55P03', '25006', '25P03', '25P04'])

/**
 * An error that a retry does not fix, although its class is in `temporaryClasses`. 40002: a deferred constraint was
 * violated at the commit.
 */
const permanentCodes = new Set(['40002'])

/** The messages of errors of the package pg that mean a lost or missing connection. These errors have no code. */
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
 * Thrown if the process cannot open a connection to the database, for any reason, such as 3D000 during a restore or
 * 28P01 during a password change. In a running statement, the same codes can mean a bug.
 */
export class DatabaseConnectionError extends Error {
  override name = 'FailedConnectionError'
  /** The SQLSTATE, or the code of Node's socket error. Undefined if the cause has no code. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : undefined
  }
}

/** Returns whether an error means that the database is down or overloaded, so that a later retry can succeed. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseConnectionError) return true
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return pgMessages.some((sentence) => sentence.test(error.message))
  if (unreachableErrorCodes.has(code) || temporaryCodes.has(code)) return true
  return sqlState.test(code) && temporaryClasses.has(code.slice(0, 2)) && !permanentCodes.has(code)
}
