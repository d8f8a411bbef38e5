import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from './refusals.ts'

/** The sender of a request, from the access token. A person is identified by issuer and subject. Specification 12.1. */
export type Caller = { issuer: string; subject: string; scopes: ReadonlySet<string> }

/** Verifies an access token. @throws Refusal `unauthenticated` or `unavailable` */
export type VerifyToken = (token: string) => Promise<Caller>

const bearer = /^Bearer +([\w.~+/=-]+)$/iu

/** Returns the token of an `Authorization` header; null if it has none. RFC 6750, section 2.1. */
export function bearerTokenOf(authorization: string): string | null {
  return bearer.exec(authorization)?.[1] ?? null
}

/**
 * Returns the caller of a request by its `Authorization` header.
 * @throws Refusal `unauthenticated`, `unavailable`
 */
export async function identifyCaller(authorization: string | undefined, verifyToken: VerifyToken): Promise<Caller> {
  const token = bearerTokenOf(authorization ?? '')
  if (token === null) throw new Refusal('unauthenticated', { token: 'missing' })
  return verifyToken(token)
}

/**
 * Checks that the token of a caller has the scope of the endpoint. Call it after the check of the token. Specification
 * 13.2.
 * @throws Refusal `insufficient-scope`
 */
export function checkScope({ access }: Endpoint, { scopes }: Caller): void {
  if (access !== 'token' && access !== 'public' && !scopes.has(access)) throw new Refusal('insufficient-scope')
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Stores who sent a request, for its handler, its audit record and the log. */
export function keepCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller)
}

/** Returns the caller of a request; null until its token has been verified. */
export function callerOf(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null
}
