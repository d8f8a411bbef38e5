import { createHmac, hkdfSync } from 'node:crypto'

/** The parts of a request that a repeat with the same key must have. */
export type DigestedRequest = { method: string; path: string; body: unknown }

/** Computes the digest of a request. */
export type DigestRequest = (request: DigestedRequest) => Buffer

/**
 * Creates the function that computes digests with a key of the server. A body may contain codes of a sticker. With a
 * plain digest, an attacker who has the database could find the codes by trial.
 */
export function createRequestDigest(registryKey: Buffer): DigestRequest {
  const key = Buffer.from(hkdfSync('sha256', registryKey, '', 'idempotency', 32))
  return ({ method, path, body }) =>
    createHmac('sha256', key)
      .update(`${method} ${path}\n${canonicalJson(body)}`)
      .digest()
}

/** Formats JSON with sorted names, so that bodies with another order of fields result in the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (isObject(each) ? sortNames(each) : each)) ?? ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortNames(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
