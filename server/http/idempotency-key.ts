import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyHeader, idempotencyKey } from '#contract/idempotency.ts'
import { Refusal } from './refusals.ts'

/**
 * Returns whether an endpoint accepts an Idempotency-Key. Every POST of a signed-in person does, unless its answer is
 * secret, because the answer would have to be stored. Other methods are idempotent without a key. Specification 13.11.
 */
export function acceptsIdempotencyKey({ method, access, isAnswerSecret }: Endpoint): boolean {
  return method === 'POST' && access !== 'public' && isAnswerSecret !== true
}

/**
 * Returns the Idempotency-Key of a request. Returns null if the request has no key, or if the endpoint accepts no key.
 * @throws Refusal `malformed`
 */
export function readIdempotencyKeyIfAccepted(endpoint: Endpoint, request: FastifyRequest): string | null {
  return acceptsIdempotencyKey(endpoint) ? parseIdempotencyKeyHeader(request) : null
}

/**
 * Returns the Idempotency-Key of a request to an endpoint that accepts keys. Returns null if the request has no key.
 * @throws Refusal `malformed`
 */
export function parseIdempotencyKeyHeader({ headers }: FastifyRequest): string | null {
  const value = headers[idempotencyHeader]
  if (value === undefined) return null
  const parsed = idempotencyKey.safeParse(value)
  if (!parsed.success) throw new Refusal('malformed', { errors: [{ path: 'Idempotency-Key', code: 'shape' }] })
  return parsed.data
}
