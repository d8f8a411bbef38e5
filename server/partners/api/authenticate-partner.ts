import type { FastifyRequest } from 'fastify'
import type { BearerToken, Provider } from 'oidc-provider'
import type { AcceptedPartnerToken } from '#contract/partner-api.ts'
import { isClosedProgram } from '#contract/programs.ts'
import { bearerTokenOf } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { ReplayDetector } from '../replay-detection.ts'
import { type PartnerGrant, findPartnerClient, readGrantsOfAuthorization } from '../store.ts'
import { isDpopProofValid } from './dpop-proof.ts'
import type { Services } from '#server/services.ts'

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
export type PartnerWithClientToken = { kind: 'client'; clientId: string; tokenEndsAt: number }

export type PartnerAuthenticationDependencies = Pick<Services, 'pool' | 'clock'> & {
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

/** The lookups of a token, in their order. A token of the accepted kind needs only the first lookup. */
const lookupsFor = {
  grant: [authenticateByGrant, authenticateByOwnToken],
  client: [authenticateByOwnToken, authenticateByGrant],
  any: [authenticateByOwnToken, authenticateByGrant],
} as const satisfies Record<AcceptedPartnerToken, unknown>

/**
 * Authenticates a request. `accepted`: the kind of token that the endpoint takes. A token of another kind is also
 * looked up, because the answer 403 names the kind that the endpoint takes. Specification 27.4.
 * @throws Refusal `unauthenticated`, `unproven`, `needs-token-of-grant`, `needs-token-of-client`
 */
export async function authenticatePartner(
  dependencies: PartnerAuthenticationDependencies,
  request: FastifyRequest,
  accepted: AcceptedPartnerToken,
): Promise<PartnerWithGrants | PartnerWithClientToken> {
  const sent = authorizationOf(request.headers)
  if (sent === null) throw new Refusal('unauthenticated', { token: 'missing' })
  if (isJwt(sent.token)) throw new Refusal('unauthenticated', { token: 'for-other-api' })
  for (const authenticate of lookupsFor[accepted]) {
    const partner = await authenticate(dependencies, request, sent)
    if (partner === null) continue
    if (partner.kind === 'client' && accepted === 'grant') throw new Refusal('needs-token-of-grant')
    if (partner.kind === 'grant' && accepted === 'client') throw new Refusal('needs-token-of-client')
    return partner
  }
  throw new Refusal('unauthenticated')
}

/**
 * Whether a token is a JWT: an ID token, or a token of another authorization server. Tokens for this API are opaque.
 */
function isJwt(token: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/u.test(token)
}

/**
 * Returns the client of a token from consents, with its grants; null for any other token. The grants are read for each
 * request, so that a revocation takes effect at the next request.
 * @throws Refusal `unauthenticated` without a grant in force, `unproven` without a valid proof of the token's key
 */
async function authenticateByGrant(
  dependencies: PartnerAuthenticationDependencies,
  request: FastifyRequest,
  sent: Authorization,
): Promise<PartnerWithGrants | null> {
  const { pool, clock, authorization, audience } = dependencies
  const { AccessToken } = await authorization()
  const token = await AccessToken.find(sent.token)
  if (!token?.isValid || token.aud !== audience || token.grantId === undefined) return null
  await refuseUnproven(dependencies, request, { token, sent })
  const grants = await readGrantsOfAuthorization(pool, token.grantId, clock.now())
  if (grants.length === 0) throw new Refusal('unauthenticated')
  const { clientId, grantId: authorizationId, exp } = token
  return { kind: 'grant', clientId, authorizationId, grants, tokenEndsAt: exp * 1000 }
}

/**
 * Returns the client of a token that the client got with its own credentials; null for any other token.
 * @throws Refusal `unauthenticated` if the client is refused or suspended, `unproven` without a valid proof of the
 * token's key
 */
async function authenticateByOwnToken(
  dependencies: PartnerAuthenticationDependencies,
  request: FastifyRequest,
  sent: Authorization,
): Promise<PartnerWithClientToken | null> {
  const { pool, authorization, audience } = dependencies
  const { ClientCredentials } = await authorization()
  const token = await ClientCredentials.find(sent.token)
  if (!token?.isValid || token.aud !== audience) return null
  await refuseUnproven(dependencies, request, { token, sent })
  const { clientId, exp } = token
  const client = await findPartnerClient(pool, clientId)
  if (!client || isClosedProgram(client)) throw new Refusal('unauthenticated')
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
  const isNew: ReplayDetector = async (...proven) => (await authorization()).ReplayDetection.unique(...proven)
  if (!(await isDpopProofValid(proof, jkt, { request, isNew }))) throw new Refusal('unproven')
}
