import { Refusal } from '#server/http/refusals.ts'

export type AccessTokenErrorCode =
  | 'opaque_token'
  | 'token_too_long'
  | 'token_brings_its_key'
  | 'token_of_other_kind'
  | 'scope_claim_missing'
  | 'subject_unusable'
  | 'token_of_somebody_else'
  | 'session_ended'

/**
 * The error of a refused access token. `code`: the reason, which is written to the log but not sent to the sender of
 * the token.
 */
export class AccessTokenError extends Error {
  override name = 'AccessTokenError'
  readonly code: AccessTokenErrorCode

  constructor(code: AccessTokenErrorCode) {
    super(code)
    this.code = code
  }
}

/**
 * The errors of tokens that were issued for another API or purpose. The answer to the sender of such a token says so,
 * but does not contain the error code.
 */
const faultsOfOtherTokens: ReadonlySet<AccessTokenErrorCode> = new Set(['opaque_token', 'token_of_other_kind'])

export function createTokenRefusal(fault: AccessTokenErrorCode): Refusal {
  const cause = new AccessTokenError(fault)
  return new Refusal('unauthenticated', { cause, ...(faultsOfOtherTokens.has(fault) && { token: 'for-other-api' }) })
}
