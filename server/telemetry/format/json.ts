import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

const compressAsync = promisify(zstdCompress)

/** What a usual day has in common with all others. Packed days cannot be read with another one: a change needs another version of the format. */
const dictionary = readFileSync(new URL('dictionary-1.txt', import.meta.url))

/** Above it a day takes several times as long and becomes a hundredth smaller. */
const usualLevel = 15

/** More than the largest report in the largest part takes: damaged bytes must not claim gigabytes. */
const largestText = 64 * 1024 * 1024

/** JSON text, compressed by zstd with a checksum, outside of the event loop. */
export async function compress(value: object, level = usualLevel): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 }
  const text = Buffer.from(JSON.stringify(value))
  // With the size zstd takes the memory of a small text; without it 20 times as long.
  return compressAsync(text, { params, dictionary, pledgedSrcSize: text.length })
}

/** Of texts that are short enough to be read at once. @throws Error of damaged bytes */
export function decompress(data: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(data, { dictionary, maxOutputLength: largestText }).toString())
}

declare global {
  // Of ECMAScript, and not yet in TypeScript's library.
  interface JSON {
    rawJSON(text: string): object
  }
}

/** A value as JSON.stringify has to get it: JSON has numbers that it does not write. */
export function asWritten(value: unknown): unknown {
  if (typeof value === 'number') return numberAsWritten(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(asWritten)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asWritten(member)]))
}

function numberAsWritten(value: number): unknown {
  if (Object.is(value, -0)) return JSON.rawJSON('-0.0')
  return Number.isFinite(value) ? value : JSON.rawJSON(value > 0 ? '1e999' : '-1e999')
}
