import { createHash } from 'node:crypto'

/** A number from 0 up to 1 that is always the same for the same words: chance that can be repeated. */
export function chance(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join('\0')).digest().readUInt32BE() / 2 ** 32
}
