import { errors } from 'jose'
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import { Refusal } from '#server/http/refusals.ts'

const plainCode = /^[A-Za-z][\w-]{0,63}$/

/**
 * Returns one word for an error of the provider, which is safe to log. Messages and causes may quote tokens, and the
 * texts of the provider are untrusted. Specification 19.17.
 */
export function failureName(error: unknown): string {
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
 * Returns the error of a rejected client. The library does not read the body, it only reports the HTTP challenge. RFC
 * 6749, section 5.2.
 */
function challengeOf({ cause: challenges, code }: WWWAuthenticateChallengeError): string {
  const named = challenges.find(({ parameters }) => parameters.error !== undefined)?.parameters.error
  return named ?? (challenges.some(({ scheme }) => scheme === 'basic') ? 'invalid_client' : code)
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
