import { createHmac, hkdfSync } from 'node:crypto'

/** The request that a key stands for. */
export type DigestedRequest = { method: string; path: string; body: unknown }

/** Recognises a request without keeping it. */
export type DigestRequest = (request: DigestedRequest) => Buffer

/**
 * Digests under a key of the server: a body may hold the codes of a sticker, which a plain digest would let somebody who
 * has the database find by trying.
 */
export function createRequestDigest(registryKey: Buffer): DigestRequest {
  const key = Buffer.from(hkdfSync('sha256', registryKey, '', 'idempotency', 32))
  return ({ method, path, body }) =>
    createHmac('sha256', key)
      .update(`${method} ${path}\n${canonicalJson(body)}`)
      .digest()
}

/** JSON whose names are sorted: the same body, however its fields were ordered, is the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (isObject(each) ? sorted(each) : each)) ?? ''
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
