import type { DatabaseAddress } from '#server/config.ts'
import { parseDatabaseHosts } from './host-selector.ts'
import { unreachableErrorCodes } from './outage-errors.ts'
import { TransactionPoolerError } from './transaction-pooler.ts'

const signInErrorCodes = new Set(['28P01', '28000'])

/**
 * Returns a function that explains in one sentence, without the password, why a connection to this database failed.
 * The function returns null for errors of another kind. PostgreSQL manual, appendix A.
 */
export function createConnectionErrorExplainer({
  setting,
  url,
}: DatabaseAddress): (error: NodeJS.ErrnoException) => string | null {
  const urls = (parseDatabaseHosts(url)?.urls ?? [url]).map((one) => new URL(one))
  const host = urls.map((one) => one.host).join(', ')
  const names = { host, database: decodeURIComponent(urls[0]?.pathname.slice(1) ?? '') }
  return (error) => {
    const problem = error instanceof TransactionPoolerError ? poolerProblem(setting, host) : problemOf(error, names)
    return problem === null ? null : `${setting}: ${problem}`
  }
}

function poolerProblem(setting: DatabaseAddress['setting'], host: string): string {
  const advice = setting === 'DATABASE_URL' ? 'set DATABASE_SESSION_URL to' : 'it must be'
  return `${host} is a pooler in transaction mode; ${advice} an address where sessions last, such as the server's own.`
}

function problemOf(
  { code = '', message }: NodeJS.ErrnoException,
  { host, database }: { host: string; database: string },
): string | null {
  if (signInErrorCodes.has(code)) return `${host} refuses this user or this password.`
  if (code === '3D000') return `${host} has no database "${database}"; make it first, with createdb.`
  if (code === '42501') return `this user may not do what the portal needs in "${database}" (${message}).`
  if (code === '42P01') return `"${database}" has no tables of the portal yet; start the portal first.`
  if (code === '53300') return `${host} has no connection left; see DATABASE_CONNECTIONS.`
  if (code === '25006') return `${host} takes no writes now: it is a standby; try again once there is a primary.`
  if (code === '53100') return `the disk of ${host} is full.`
  if (unreachableErrorCodes.has(code) || /timeout|terminated/u.test(message))
    return `${host} cannot be reached (${code || message}).`
  return code === '' ? null : `the database says "${message.split('\n')[0]}" (${code}).`
}
