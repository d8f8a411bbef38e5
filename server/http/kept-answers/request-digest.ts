import { createHmac } from 'node:crypto'
import { deriveKey } from '#server/derive-key.ts'

/** The parts of a request that must be the same in a repeated request with the same key. */
export type RequestDigestInput = { method: string; path: string; body: unknown }

export type RequestDigester = (request: RequestDigestInput) => Buffer

/**
 * Creates the function that computes digests, with a secret key of the server. A body may contain the codes of a
 * sticker. Without the key, an attacker who has the database could find the codes by trying all of them.
 */
export function createRequestDigester(registryKey: Buffer): RequestDigester {
  const key = deriveKey(registryKey, 'idempotency')
  return ({ method, path, body }) =>
    createHmac('sha256', key)
      .update(`${method} ${path}\n${toCanonicalJson(body)}`)
      .digest()
}

/** Formats JSON with sorted names, so that two bodies that differ only in the order of fields have the same text. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (isObject(each) ? sortNames(each) : each)) ?? ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortNames(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
