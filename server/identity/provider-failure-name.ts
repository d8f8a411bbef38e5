import { errors } from 'jose'
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import { Refusal } from '#server/http/refusals.ts'

const plainCode = /^[A-Za-z][\w-]{0,63}$/

/**
 * Returns a one-word name for an error of the identity provider. Only this word is safe to log: messages and causes
 * may quote tokens, and texts of the provider are untrusted. Specification 19.17.
 */
export function providerFailureNameOf(error: unknown): string {
  const word = wordOf(error)
  return plainCode.test(word) ? word : 'unnamed'
}

function wordOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) return error.error
  if (error instanceof WWWAuthenticateChallengeError) return challengeOf(error)
  if (error instanceof Refusal) return error.cause === undefined ? error.kind : wordOf(error.cause)
  if (error instanceof errors.JWTClaimValidationFailed) return `wrong_${error.claim}`
  if (error instanceof errors.JOSEError) return error.code
  if (!(error instanceof Error)) return 'unnamed'
  return codeOf(error) ?? codeOf(error.cause) ?? error.name
}

/**
 * Returns the OAuth error of a response with an HTTP challenge. In most cases the provider rejects the portal as a
 * client. openid-client reports only the challenge, not the body of the response. RFC 6749, section 5.2.
 */
function challengeOf({ cause: challenges, code }: WWWAuthenticateChallengeError): string {
  const namedChallenge = challenges.find(({ parameters }) => parameters.error !== undefined)?.parameters.error
  return namedChallenge ?? (challenges.some(({ scheme }) => scheme === 'basic') ? 'invalid_client' : code)
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
