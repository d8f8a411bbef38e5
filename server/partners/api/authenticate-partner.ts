import type { FastifyRequest } from 'fastify'
import type { BearerToken, Provider } from 'oidc-provider'
import type { Pool } from 'pg'
import { bearerTokenOf } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { ReplayDetection } from '../replay-detection.ts'
import { isUsableClient } from '../partner-client.ts'
import { type PartnerGrant, findPartnerClient, readGrantsOfAuthorization } from '../store.ts'
import { isDpopProofValid } from './dpop-proof.ts'

/**
 * A client with a token from people's consents. `grants`: the grants of the token that are in force. `tokenEndsAt`:
 * epoch ms.
 */
export type PartnerWithGrants = {
  kind: 'grant'
  clientId: string
  authorizationId: string
  grants: readonly PartnerGrant[]
  tokenEndsAt: number
}

/** A client with a token that it got with its own credentials, without a consent. `tokenEndsAt`: epoch ms. */
export type PartnerWithOwnToken = { kind: 'client'; clientId: string; tokenEndsAt: number }

export type PartnerAuthenticationDependencies = {
  pool: Pool
  clock: { now(): number }
  authorization(): Promise<Pick<Provider, 'AccessToken' | 'ClientCredentials' | 'ReplayDetection'>>
  /** The resource identifier of the partner API, which a token must name. */
  audience: string
  /** The public origin of the portal, without a trailing slash. */
  publicUrl: string
}

type Authorization = { token: string; isBound: boolean }

const bound = /^DPoP +([\w.~+/=-]+)$/iu

/**
 * Returns the token of a request, or null if the request has no token. `isBound`: whether the request has the scheme
 * DPoP, so that the token must be bound to a key. RFC 9449, section 7.1.
 */
function authorizationOf({ authorization = '' }: FastifyRequest['headers']): Authorization | null {
  const token = bearerTokenOf(authorization) ?? bound.exec(authorization)?.[1]
  return token === undefined ? null : { token, isBound: bound.test(authorization) }
}

/**
 * Authenticates a request with a token from consents, and returns the client with its grants. Reads the grants for each
 * request, so that a revocation takes effect immediately. Without a grant in force the token is invalid. Specification
 * 27.4. @throws Refusal `unauthenticated`, `unproven`, `needs-token-of-grant`
 */
export async function authenticatePartner(
  dependencies: PartnerAuthenticationDependencies,
  request: FastifyRequest,
): Promise<PartnerWithGrants> {
  const { pool, clock, authorization, audience } = dependencies
  const sent = authorizationOf(request.headers)
  if (sent === null) throw new Refusal('unauthenticated', { token: 'missing' })
  if (isJwt(sent.token)) throw new Refusal('unauthenticated', { token: 'for-other-api' })
  const { AccessToken } = await authorization()
  const token = await AccessToken.find(sent.token)
  if (!token?.isValid || token.aud !== audience || token.grantId === undefined) {
    const itself = await authenticatePartnerWithOwnToken(dependencies, request)
    throw new Refusal(itself === null ? 'unauthenticated' : 'needs-token-of-grant')
  }
  await refuseUnproven(dependencies, request, { token, sent })
  const grants = await readGrantsOfAuthorization(pool, token.grantId, clock.now())
  if (grants.length === 0) throw new Refusal('unauthenticated')
  const { clientId, grantId: authorizationId, exp } = token
  return { kind: 'grant', clientId, authorizationId, grants, tokenEndsAt: exp * 1000 }
}

/**
 * Whether a token is a JWT: an ID token, or a token of another authorization server. Tokens for this API are opaque.
 */
function isJwt(token: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/u.test(token)
}

/**
 * Authenticates a request with a token that a client got with its own credentials, and returns the client. Returns
 * null for any other token.
 * @throws Refusal `unauthenticated` if the client is refused or suspended, `unproven` without a valid proof of the
 * token's key
 */
export async function authenticatePartnerWithOwnToken(
  dependencies: PartnerAuthenticationDependencies,
  request: FastifyRequest,
): Promise<PartnerWithOwnToken | null> {
  const { pool, authorization, audience } = dependencies
  const sent = authorizationOf(request.headers)
  const { ClientCredentials } = await authorization()
  const token = sent === null ? undefined : await ClientCredentials.find(sent.token)
  if (sent === null || !token?.isValid || token.aud !== audience) return null
  await refuseUnproven(dependencies, request, { token, sent })
  const { clientId, exp } = token
  const client = await findPartnerClient(pool, clientId)
  if (!client || !isUsableClient(client)) throw new Refusal('unauthenticated')
  return { kind: 'client', clientId, tokenEndsAt: exp * 1000 }
}

/**
 * Refuses a token that is bound to a key if the request has no proof of that key. Also refuses the scheme DPoP for a
 * token that is not bound. RFC 9449.
 * @throws Refusal `unproven`
 */
async function refuseUnproven(
  { clock, authorization, publicUrl }: PartnerAuthenticationDependencies,
  { headers, method, url }: FastifyRequest,
  { token: { jkt }, sent }: { token: BearerToken; sent: Authorization },
): Promise<void> {
  if (jkt === undefined && !sent.isBound) return
  const { dpop: proof } = headers
  if (jkt === undefined || !sent.isBound || typeof proof !== 'string') throw new Refusal('unproven')
  const request = { method, url: `${publicUrl}${url.split('?')[0] ?? ''}`, token: sent.token, now: clock.now() }
  const isNew: ReplayDetection = async (...proven) => (await authorization()).ReplayDetection.unique(...proven)
  if (!(await isDpopProofValid(proof, jkt, { request, isNew }))) throw new Refusal('unproven')
}
