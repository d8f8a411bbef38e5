import { maskCookies, maskSecrets } from '#contract/masking.ts'

type Entry = Readonly<Record<string, string | number | undefined>>

/** Control characters, escape sequences included, would let an entry play tricks in a terminal. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]+/gu

/**
 * What of an entry may stand in the log: cookies by name only, no tokens or passwords, one line per value.
 * Security, ASVS 16.2.5 and 16.4.1.
 */
export function masked<E extends Entry>(entry: E): E {
  const shown = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === 'string' ? show(name, value) : value,
  ])
  return Object.fromEntries(shown) as E
}

function show(name: string, value: string): string {
  const text = name === 'cookies' ? maskCookies(value) : maskSecrets(value)
  return text.replace(controls, ' ')
}
