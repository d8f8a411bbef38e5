import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import type { JWTPayload, ProtectedHeaderParameters } from 'jose'
import { type Scope, scopes } from '#contract/scopes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createTokenRefusal } from './access-token-error.ts'
import type { FetchedProviderKeys } from './provider-key-set.ts'
import type { OpenIdProvider } from './openid-provider.ts'
import { createRecentlyUsedMap } from './recently-used-map.ts'
import { refuseNonAccessTokens } from './refuse-non-access-tokens.ts'

/** The content of a valid access token. Issuer and subject together identify the person. `expiresAt`: epoch ms. */
export type AccessTokenClaims = {
  readonly issuer: string
  readonly subject: string
  readonly scopes: ReadonlySet<Scope>
  readonly expiresAt: number
}

/**
 * Verifies an access token.
 * @throws Refusal `unauthenticated`, or `unavailable` if the provider's keys cannot be fetched
 */
export type AccessTokenVerifier = (token: string) => Promise<AccessTokenClaims>

export type AccessTokenVerifierOptions = {
  provider: OpenIdProvider
  oidc: Pick<Config['oidc'], 'audience' | 'scopeClaim' | 'scopeNames'>
  clock: Clock
}

/**
 * The accepted signature algorithms. All are asymmetric. A token without a signature, or with a signature by a shared
 * secret, does not prove its issuer. RFC 8725.
 */
export const acceptedSignatureAlgorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(
  ' ',
)
const toleranceS = 30
const maxTokenLength = 16_384
const maxCachedTokens = 10_000

type VerifiedToken = { answer: Promise<AccessTokenClaims>; validUntil: number; keys: FetchedProviderKeys }

/**
 * Creates the function that verifies access tokens. It accepts JWTs that the provider has signed for the configured
 * audience. It caches the result until the token expires or the provider's keys change. RFC 9068, Specification 12.2.
 */
export function createAccessTokenVerifier({ provider, oidc, clock }: AccessTokenVerifierOptions): AccessTokenVerifier {
  const recent = createRecentlyUsedMap<VerifiedToken>(maxCachedTokens / 2)

  async function verify(token: string): Promise<AccessTokenClaims> {
    const { payload, keys } = await check(token, { provider, oidc, clock })
    const accessToken = toAccessToken(payload, oidc)
    const validUntil = accessToken.expiresAt + toleranceS * 1000
    recent.set(token, { answer: Promise.resolve(accessToken), validUntil, keys })
    return accessToken
  }

  return (token) => {
    const verifiedToken = recent.get(token)
    if (verifiedToken && verifiedToken.keys === provider.keys.current() && clock.now() < verifiedToken.validUntil)
      return verifiedToken.answer
    return verify(token)
  }
}

type CheckedToken = { payload: JWTPayload; keys: FetchedProviderKeys }

async function check(token: string, { provider, oidc, clock }: AccessTokenVerifierOptions): Promise<CheckedToken> {
  refuseHeader(token)
  const { issuer } = await provider.metadata()
  let keys: FetchedProviderKeys | undefined
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async (header, input) => {
        const foundKey = await provider.keys.find(header, input)
        keys = foundKey.keys
        return foundKey.key
      },
      {
        issuer,
        audience: oidc.audience,
        algorithms: acceptedSignatureAlgorithms,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: toleranceS,
        currentDate: new Date(clock.now()),
      },
    )
    refuseNonAccessTokens({ header: protectedHeader, payload, scopeClaim: oidc.scopeClaim })
    if (!keys) throw new Error('A token was verified without a key.')
    return { payload, keys }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    throw new Refusal('unauthenticated', { cause: error, ...(hasOtherAudience(error) && { token: 'for-other-api' }) })
  }
}

/** Whether a token of the provider, whose signature is valid, is for another audience. */
function hasOtherAudience(error: errors.JOSEError): boolean {
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
}

/**
 * Refuses a token with a key or the URL of a key in its header. The sender has chosen that key, so a valid signature
 * proves nothing. Specification 19.2.
 */
function refuseHeader(token: string): void {
  if (token.length > maxTokenLength) throw createTokenRefusal('token_too_long')
  const header = headerOf(token)
  const ownKey = header.jwk ?? header.jku ?? header.x5u ?? header.x5c
  if (ownKey !== undefined) throw createTokenRefusal('token_brings_its_key')
}

function headerOf(token: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(token)
  } catch (error) {
    if (error instanceof TypeError) throw createTokenRefusal('opaque_token')
    throw error
  }
}

function toAccessToken(payload: JWTPayload, oidc: AccessTokenVerifierOptions['oidc']): AccessTokenClaims {
  const { iss, sub, exp } = payload
  if (iss === undefined || exp === undefined || !isSubject(sub)) throw createTokenRefusal('subject_unusable')
  return { issuer: iss, subject: sub, scopes: scopesOf(payload, oidc), expiresAt: exp * 1000 }
}

/** Whether a subject is valid: at most 255 ASCII characters. OpenID Connect Core 1.0, section 2. */
function isSubject(sub: unknown): sub is string {
  return typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub)
}

function scopesOf(
  payload: JWTPayload,
  { scopeClaim, scopeNames }: AccessTokenVerifierOptions['oidc'],
): ReadonlySet<Scope> {
  const grantedScopes = new Set(namesIn(payload[scopeClaim]))
  return new Set(scopes.filter((scope) => grantedScopes.has(scopeNames.get(scope) ?? scope)))
}

function namesIn(claim: unknown): unknown[] {
  if (typeof claim === 'string') return claim.split(' ')
  return Array.isArray(claim) ? claim : []
}
