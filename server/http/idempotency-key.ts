import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { idempotencyHeader, idempotencyKey } from '#contract/idempotency.ts'
import { Refusal } from './refusals.ts'

/** Every POST of a person accepts a key; the other methods are idempotent anyway. Specification 13.11. */
export function takesIdempotencyKey({ method, access }: Endpoint): boolean {
  return method === 'POST' && access !== 'public'
}

/** The request's Idempotency-Key; null without one. @throws Refusal `malformed` */
export function idempotencyKeyOf(endpoint: Endpoint, { headers }: FastifyRequest): string | null {
  const value = headers[idempotencyHeader]
  if (value === undefined || !takesIdempotencyKey(endpoint)) return null
  const parsed = idempotencyKey.safeParse(value)
  if (!parsed.success) throw new Refusal('malformed', { errors: [{ path: 'Idempotency-Key', code: 'shape' }] })
  return parsed.data
}
