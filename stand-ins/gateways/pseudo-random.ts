import { hash } from 'node:crypto'

const maxRemembered = 10_000
const cache = new Map<string, number>()

/**
 * Returns a pseudo-random number from 0 (included) to 1 (excluded). The same words always result in the same number.
 */
export function pseudoRandom(...words: readonly (string | number)[]): number {
  const text = words.join('\0')
  const cachedNumber = cache.get(text)
  if (cachedNumber !== undefined) return cachedNumber
  const drawnNumber = Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32
  // Caches the numbers, because the next values of an appliance mostly use the same numbers.
  if (cache.size >= maxRemembered) cache.clear()
  cache.set(text, drawnNumber)
  return drawnNumber
}
