import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from './refusals.ts'

/** Who calls, as the access token says. A person is issuer plus subject. Decisions 3. */
export type Caller = { issuer: string; subject: string; scopes: ReadonlySet<string> }

/** Checks an access token. @throws Refusal `unauthenticated` or `unavailable` */
export type VerifyToken = (token: string) => Promise<Caller>

const bearer = /^Bearer +([\w.~+/=-]+)$/iu

/**
 * Who calls an endpoint, if they may: first the token (401), then its scope (403). Decisions 4.
 * @throws Refusal `unauthenticated`, `insufficient-scope`, `unavailable`
 */
export async function authorise(
  { access }: Endpoint,
  authorization: string | undefined,
  verifyToken: VerifyToken,
): Promise<Caller> {
  const token = bearer.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new Refusal('unauthenticated')
  const caller = await verifyToken(token)
  if (access !== 'token' && !caller.scopes.has(access)) throw new Refusal('insufficient-scope')
  return caller
}
