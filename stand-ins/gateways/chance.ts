import { hash } from 'node:crypto'

const rememberedAtMost = 10_000
const remembered = new Map<string, number>()

/** A number from 0 up to 1 that is always the same for the same words: chance that can be repeated. */
export function chance(...words: readonly (string | number)[]): number {
  const text = words.join('\0')
  const known = remembered.get(text)
  if (known !== undefined) return known
  const drawn = Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 2 ** 32
  // Most are asked for again and again, by the same house at the next moment.
  if (remembered.size >= rememberedAtMost) remembered.clear()
  remembered.set(text, drawn)
  return drawn
}
