import { hash } from 'node:crypto'

const maxRemembered = 10_000
const remembered = new Map<string, number>()

/** A repeatable pseudo-random number from 0 up to 1, which depends only on the words. */
export function chance(...words: readonly (string | number)[]): number {
  const text = words.join('\0')
  const cached = remembered.get(text)
  if (cached !== undefined) return cached
  const drawn = Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32
  // Most numbers are used several times in a row, for the same appliance at the next time.
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(text, drawn)
  return drawn
}
