import { parseHosts } from './hosts.ts'

const refusedSignIn = new Set(['28P01', '28000'])
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** What is wrong with the database of DATABASE_URL, without its password. PostgreSQL manual, appendix A. */
export function databaseSentence(url: string): (error: NodeJS.ErrnoException) => string | null {
  const { host, pathname } = new URL(parseHosts(url)?.urls[0] ?? url)
  const database = decodeURIComponent(pathname.slice(1))
  return ({ code = '', message }) => {
    if (refusedSignIn.has(code)) return `DATABASE_URL: ${host} refuses this user or this password.`
    if (code === '3D000') return `DATABASE_URL: ${host} has no database "${database}"; make it first, with createdb.`
    if (code === '42501')
      return `DATABASE_URL: this user may not do what the portal needs in "${database}" (${message}).`
    if (code === '42P01') return `DATABASE_URL: "${database}" has no tables of the portal yet; start the portal first.`
    if (code === '53300') return `DATABASE_URL: ${host} has no connection left; see DATABASE_CONNECTIONS.`
    if (code === '53100') return `DATABASE_URL: the disk of ${host} is full.`
    if (unreachable.has(code) || /timeout|terminated/u.test(message))
      return `DATABASE_URL: ${host} cannot be reached (${code || message}).`
    return code === '' ? null : `DATABASE_URL: the database says "${message.split('\n')[0]}" (${code}).`
  }
}
