import { createHmac, hkdfSync } from 'node:crypto'

/** The request that belongs to a key. */
export type DigestedRequest = { method: string; path: string; body: unknown }

/** Computes a digest that identifies a request. */
export type DigestRequest = (request: DigestedRequest) => Buffer

/**
 * Uses a key of the server, because a body may contain sticker codes: with a plain digest, an attacker who has the
 * database could find them by trial.
 */
export function createRequestDigest(registryKey: Buffer): DigestRequest {
  const key = Buffer.from(hkdfSync('sha256', registryKey, '', 'idempotency', 32))
  return ({ method, path, body }) =>
    createHmac('sha256', key)
      .update(`${method} ${path}\n${canonicalJson(body)}`)
      .digest()
}

/** JSON with sorted names: bodies that differ only in the order of fields give the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (isObject(each) ? sortNames(each) : each)) ?? ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sortNames(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
