/** Codes by which Node's sockets and PostgreSQL say that the database cannot be reached now. PostgreSQL manual, appendix A. */
const outages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '25006',
])

const sentences = [
  /Connection terminated/u,
  /timeout exceeded when trying to connect/u,
  /Client has encountered a connection error/u,
]

/** Whether an error means that the database is away, so that trying again later makes sense. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (outages.has(code) || code.startsWith('08'))) return true
  return sentences.some((sentence) => sentence.test(error.message))
}
