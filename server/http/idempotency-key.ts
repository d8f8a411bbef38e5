import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyHeader, idempotencyKey } from '#contract/idempotency.ts'
import { Refusal } from './refusals.ts'

/**
 * Every POST of a person accepts a key, except those with a secret answer, which would have to be stored. The other
 * methods are idempotent anyway. Specification 13.11.
 */
export function takesIdempotencyKey({ method, access, isAnswerSecret }: Endpoint): boolean {
  return method === 'POST' && access !== 'public' && isAnswerSecret !== true
}

/** The request's Idempotency-Key; null without one. @throws Refusal `malformed` */
export function idempotencyKeyOf(endpoint: Endpoint, request: FastifyRequest): string | null {
  return takesIdempotencyKey(endpoint) ? keyOfHeader(request) : null
}

/** The same for an endpoint that takes a key. @throws Refusal `malformed` */
export function keyOfHeader({ headers }: FastifyRequest): string | null {
  const value = headers[idempotencyHeader]
  if (value === undefined) return null
  const parsed = idempotencyKey.safeParse(value)
  if (!parsed.success) throw new Refusal('malformed', { errors: [{ path: 'Idempotency-Key', code: 'shape' }] })
  return parsed.data
}
