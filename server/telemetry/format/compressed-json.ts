import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

const compressAsync = promisify(zstdCompress)

/**
 * The dictionary of zstd: text that most days have in common. A packed day can be read only with the dictionary with
 * which it was packed. So a new dictionary requires a new version of the format.
 */
const dictionary = readFileSync(new URL('dictionary-1.txt', import.meta.url))

/** The default compression level. Higher levels take several times as long and save one per cent. */
const defaultLevel = 15

/**
 * The maximum size of an unpacked text in bytes. All valid rows are smaller. Without this limit, damaged bytes could
 * make the process allocate gigabytes.
 */
const largestText = 64 * 1024 * 1024

/** Compresses a value as JSON by zstd with a checksum, on a thread of the thread pool. */
export async function compressJson(value: object, level = defaultLevel): Promise<Buffer> {
  return compressDocuments([JSON.stringify(value)], level)
}

/** Compresses JSON documents as one text with one document in each line, by zstd with a checksum. */
export async function compressDocuments(documents: readonly string[], level = defaultLevel): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 }
  const text = Buffer.from(documents.join('\n'))
  // Passes the size of the text. Without it, zstd allocates memory for a large text and takes 20 times as long.
  return compressAsync(text, { params, dictionary, pledgedSrcSize: text.length })
}

/**
 * Unpacks JSON documents. The function blocks the event loop, but only for a short time, because packed rows are
 * small.
 */
export function decompressDocuments(data: Uint8Array): string[] {
  return zstdDecompressSync(data, { dictionary, maxOutputLength: largestText }).toString().split('\n')
}

declare global {
  // Declares `JSON.rawJSON`, which is a part of ECMAScript but missing in TypeScript's library.
  interface JSON {
    rawJSON(text: string): object
  }
}

/**
 * Converts a value for JSON.stringify. Without this conversion, -0 would become 0, and infinite numbers would become
 * null.
 */
export function preserveNumbersForJson(value: unknown): unknown {
  if (typeof value === 'number') return numberAsWritten(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(preserveNumbersForJson)
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, preserveNumbersForJson(member)]))
}

function numberAsWritten(value: number): unknown {
  if (Object.is(value, -0)) return JSON.rawJSON('-0.0')
  return Number.isFinite(value) ? value : JSON.rawJSON(value > 0 ? '1e999' : '-1e999')
}
