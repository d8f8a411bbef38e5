import type { JWTHeaderParameters, JWTPayload } from 'jose'
import { createTokenRefusal } from './access-token-error.ts'

export type SignedToken = { header: JWTHeaderParameters; payload: JWTPayload; scopeClaim: string }

const accessTokenType = /^(application\/)?at\+jwt$/i
const plainType = /^(application\/)?jwt$/i
/**
 * Claims that ID tokens and logout tokens have and access tokens do not. OpenID Connect Core 1.0, section 2;
 * Back-Channel Logout 1.0, section 2.4.
 */
const claimsOfOtherTokens = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events']

/**
 * Refuses tokens that the provider signed for another purpose, such as ID tokens, which may have the same audience as
 * access tokens. The header type `at+jwt` identifies an access token (RFC 9068). A plain JWT counts as an access token
 * if it has the scope claim and no claims of other tokens. Specification 19.4.
 * @throws Refusal `unauthenticated`
 */
export function refuseNonAccessTokens({ header, payload, scopeClaim }: SignedToken): void {
  if (header.typ !== undefined && accessTokenType.test(header.typ)) return
  if (header.typ !== undefined && !plainType.test(header.typ)) throw createTokenRefusal('token_of_other_kind')
  const isOther = claimsOfOtherTokens.some((claim) => claim in payload) || namesOtherUse(payload)
  if (isOther) throw createTokenRefusal('token_of_other_kind')
  if (payload[scopeClaim] === undefined) throw createTokenRefusal('scope_claim_missing')
}

/**
 * Whether a claim says that the token is not an access token. Some providers use the claim `token_use`, or `typ` in
 * the payload.
 */
function namesOtherUse({ token_use, typ }: JWTPayload): boolean {
  const otherUse = typeof token_use === 'string' && token_use !== 'access'
  return otherUse || (typeof typ === 'string' && /^(id|refresh|offline|logout)$/i.test(typ))
}
