import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from './refusals.ts'

/** The sender of a request, according to the access token. Issuer and subject identify a person. Specification 12.1. */
export type Caller = { issuer: string; subject: string; scopes: ReadonlySet<string> }

/** Verifies an access token. @throws Refusal `unauthenticated` or `unavailable` */
export type TokenVerifier = (token: string) => Promise<Caller>

const bearer = /^Bearer +([\w.~+/=-]+)$/iu

/** Returns the token of an `Authorization` header, or null if the header has none. RFC 6750, section 2.1. */
export function bearerTokenOf(authorization: string): string | null {
  return bearer.exec(authorization)?.[1] ?? null
}

/**
 * Verifies the token in a request's `Authorization` header and returns the caller.
 * @throws Refusal `unauthenticated`, `unavailable`
 */
export async function identifyCaller(authorization: string | undefined, verifyToken: TokenVerifier): Promise<Caller> {
  const token = bearerTokenOf(authorization ?? '')
  if (token === null) throw new Refusal('unauthenticated', { token: 'missing' })
  return verifyToken(token)
}

/**
 * Throws if the caller's token does not have the scope of the endpoint. Call this function after the token has been
 * verified. Specification 13.2.
 * @throws Refusal `insufficient-scope`
 */
export function checkScope({ access }: Endpoint, { scopes }: Caller): void {
  if (access !== 'token' && access !== 'public' && !scopes.has(access)) throw new Refusal('insufficient-scope')
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Stores who sent a request, for the request's handler, its audit record and the log. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller)
}

/** Returns the caller of a request, or null if its token has not been verified. */
export function callerOf(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null
}
