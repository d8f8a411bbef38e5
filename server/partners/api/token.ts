import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Pool } from 'pg'
import { bearerTokenOf } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusals.ts'
import { type PartnerGrant, readGrantsOf } from '../store.ts'

/** A client with the grants of its token that are in force now. */
export type Partner = { clientId: string; authorizationId: string; grants: readonly PartnerGrant[] }

export type TokenDependencies = {
  pool: Pool
  clock: { now(): number }
  authorization(): Promise<Pick<Provider, 'AccessToken'>>
  /** The resource identifier of the partner API, which a token must name. */
  audience: string
}

/**
 * The partner of a request. The grants are read for each request, so that a revocation counts at once; without a grant
 * in force the token is invalid. Specification 27.4. @throws Refusal `unauthenticated`
 */
export async function partnerOf(
  { pool, clock, authorization, audience }: TokenDependencies,
  { headers }: FastifyRequest,
): Promise<Partner> {
  const value = bearerTokenOf(headers.authorization ?? '')
  if (value === null) throw new Refusal('unauthenticated')
  const { AccessToken } = await authorization()
  const token = await AccessToken.find(value)
  if (!token?.isValid || token.aud !== audience || token.grantId === undefined) throw new Refusal('unauthenticated')
  const grants = await readGrantsOf(pool, token.grantId, clock.now())
  if (grants.length === 0) throw new Refusal('unauthenticated')
  return { clientId: token.clientId, authorizationId: token.grantId, grants }
}
