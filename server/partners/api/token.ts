import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Pool } from 'pg'
import { bearerTokenOf } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusals.ts'
import { isUsable } from '../clients.ts'
import { type PartnerGrant, findClient, readGrantsOf } from '../store.ts'

/** A client with the grants of its token that are in force now. `tokenEndsAt` in epoch ms. */
export type Partner = {
  kind: 'grant'
  clientId: string
  authorizationId: string
  grants: readonly PartnerGrant[]
  tokenEndsAt: number
}

/** A client by its own credentials. `tokenEndsAt` in epoch ms. */
export type PartnerItself = { kind: 'client'; clientId: string; tokenEndsAt: number }

export type TokenDependencies = {
  pool: Pool
  clock: { now(): number }
  authorization(): Promise<Pick<Provider, 'AccessToken' | 'ClientCredentials'>>
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
  const { clientId, grantId: authorizationId, exp } = token
  return { kind: 'grant', clientId, authorizationId, grants, tokenEndsAt: exp * 1000 }
}

/** The client of a token by client credentials. Null for other tokens. @throws Refusal `unauthenticated` */
export async function partnerItselfOf(
  { pool, authorization, audience }: TokenDependencies,
  { headers }: FastifyRequest,
): Promise<PartnerItself | null> {
  const value = bearerTokenOf(headers.authorization ?? '')
  const { ClientCredentials } = await authorization()
  const token = value === null ? undefined : await ClientCredentials.find(value)
  if (!token?.isValid || token.aud !== audience) return null
  const { clientId, exp } = token
  const client = await findClient(pool, clientId)
  if (!client || !isUsable(client)) throw new Refusal('unauthenticated')
  return { kind: 'client', clientId, tokenEndsAt: exp * 1000 }
}
