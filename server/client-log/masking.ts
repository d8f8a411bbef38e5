import type { ClientLogEntry } from '#contract/client-log.ts'

type Entry = Omit<ClientLogEntry, 'level'>

const mask = '***'

/** Bearer values, JWTs, and parameters that carry a secret of the sign-in. */
const secrets: readonly [RegExp, string][] = [
  [/\bBearer\s+[^\s"',;]+/giu, `Bearer ${mask}`],
  [/\beyJ[\w-]{5,}\.[\w-]*\.?[\w-]*/gu, mask],
  [
    /\b(access_?token|refresh_?token|id_?token|code|state|nonce|password|userPwd|access|authorization)(["']?\s*[=:]\s*["']?)[^\s"'&,;}]+/giu,
    `$1$2${mask}`,
  ],
]

/** Control characters, escape sequences included, would let an entry play tricks in a terminal. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/**
 * What of an entry may stand in the log: cookies by name only, no tokens or passwords, one line per value.
 * Security, ASVS 16.2.5 and 16.4.1.
 */
export function masked(entry: Entry): Entry {
  const shown = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === 'string' ? show(name, value) : value,
  ])
  return Object.fromEntries(shown) as Entry
}

function show(name: string, value: string): string {
  const text = name === 'cookies' ? cookieNames(value) : withoutSecrets(value)
  return text.replace(controls, ' ')
}

function cookieNames(cookies: string): string {
  return cookies
    .split(';')
    .map((cookie) => `${cookie.split('=')[0]?.trim() ?? ''}=${mask}`)
    .join('; ')
}

function withoutSecrets(value: string): string {
  return secrets.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), value)
}
