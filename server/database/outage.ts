/** Codes by which Node's sockets say that a server cannot be reached now. */
export const unreachable: ReadonlySet<string> = new Set([
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
 * Classes of SQLSTATE that say nothing of what was asked: the connection, resources, operators (a statement that took
 * too long among them), the system, and transactions that gave way to others. PostgreSQL manual, appendix A.
 */
const passingClasses = new Set(['08', '40', '53', '57', '58'])

/** Of other classes: a lock that was not had in time, a host that takes no writes, a transaction that took too long. */
const passing = new Set(['55P03', '25006', '25P03', '25P04'])

/** 40002: a rule that was checked at the commit is broken, and will be again. */
const lasting = new Set(['40002'])

/** What pg says without a code. */
const sentences = [
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
 * Opening a connection to the database failed. The server's reason, such as 3D000 during a restore or 28P01 during a
 * password change, says nothing about the request. In a running statement the same codes can mean a bug.
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

/** Whether an error means that the database is away, or has no time, so that trying again later makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof FailedConnectionError) return true
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return sentences.some((sentence) => sentence.test(error.message))
  if (unreachable.has(code) || passing.has(code)) return true
  return sqlState.test(code) && passingClasses.has(code.slice(0, 2)) && !lasting.has(code)
}
