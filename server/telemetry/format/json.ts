import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

const compressAsync = promisify(zstdCompress)

/**
 * The dictionary of zstd: text that most days have in common. No packed day can be read with another dictionary, so a
 * change requires another version of the format.
 */
const dictionary = readFileSync(new URL('dictionary-1.txt', import.meta.url))

/** The default compression level. Higher levels take several times as long and save one per cent. */
const defaultLevel = 15

/** The largest text that is unpacked, larger than any valid row, so that damaged bytes cannot allocate gigabytes. */
const largestText = 64 * 1024 * 1024

/** Compresses JSON by zstd with a checksum, outside of the event loop. */
export async function compress(value: object, level = defaultLevel): Promise<Buffer> {
  return compressDocuments([JSON.stringify(value)], level)
}

/** Compresses JSON documents, one per line, as `compress` does. */
export async function compressDocuments(documents: readonly string[], level = defaultLevel): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 }
  const text = Buffer.from(documents.join('\n'))
  // Without the size, zstd allocates memory for a large text and takes 20 times as long.
  return compressAsync(text, { params, dictionary, pledgedSrcSize: text.length })
}

/** Unpacks JSON documents. Blocks the event loop, because packed bytes are few. */
export function decompressDocuments(data: Uint8Array): string[] {
  return zstdDecompressSync(data, { dictionary, maxOutputLength: largestText }).toString().split('\n')
}

declare global {
  // Part of ECMAScript, missing in TypeScript's library.
  interface JSON {
    rawJSON(text: string): object
  }
}

/** A value as JSON.stringify needs it: without this it writes -0 as 0 and infinite numbers as null. */
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
