import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from './refusals.ts'

/** The caller, from the access token. A person is identified by issuer and subject. Specification 12.1. */
export type Caller = { issuer: string; subject: string; scopes: ReadonlySet<string> }

/** Verifies an access token. @throws Refusal `unauthenticated` or `unavailable` */
export type VerifyToken = (token: string) => Promise<Caller>

const bearer = /^Bearer +([\w.~+/=-]+)$/iu

/** The token of an `Authorization` header; null if it has none. RFC 6750, section 2.1. */
export function bearerTokenOf(authorization: string): string | null {
  return bearer.exec(authorization)?.[1] ?? null
}

/** Identifies the caller by the token. @throws Refusal `unauthenticated`, `unavailable` */
export async function identify(authorization: string | undefined, verifyToken: VerifyToken): Promise<Caller> {
  const token = bearerTokenOf(authorization ?? '')
  if (token === null) throw new Refusal('unauthenticated')
  return verifyToken(token)
}

/** Checks the scope (403), after the token (401). Specification 13.2. @throws Refusal `insufficient-scope` */
export function checkScope({ access }: Endpoint, { scopes }: Caller): void {
  if (access !== 'token' && access !== 'public' && !scopes.has(access)) throw new Refusal('insufficient-scope')
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Stores who sent a request, for its handler, its audit record and the log. */
export function keepCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller)
}

/** The caller of a request; null until a valid token has been read. */
export function callerOf(request: FastifyRequest): Caller | null {
  return callers.get(request) ?? null
}
