import { maskCookies, maskSecrets } from '#contract/mask-secrets.ts'

type Entry = Readonly<Record<string, string | number | undefined>>

/** Control characters, which could manipulate a terminal. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]+/gu

/**
 * Masks cookie values, tokens and passwords in the texts of a log entry. Replaces control characters, so that each
 * text is one line. Security, ASVS 16.2.5 and 16.4.1.
 */
export function maskLogEntry<E extends Entry>(entry: E): E {
  const shownFields = Object.entries(entry).map(([name, value]) => [
    name,
    typeof value === 'string' ? show(name, value) : value,
  ])
  return Object.fromEntries(shownFields) as E
}

function show(name: string, value: string): string {
  const text = name === 'cookies' ? maskCookies(value) : maskSecrets(value)
  return text.replace(controls, ' ')
}
