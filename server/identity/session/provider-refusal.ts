import { ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'

/** Request Timeout, Too Early and Too Many Requests ask for another try. RFC 9110, RFC 8470, RFC 6585. */
const passingStatuses = [408, 425, 429]
const passingCodes = ['server_error', 'temporarily_unavailable', 'slow_down']

/**
 * Whether the token endpoint has answered no, so that the same request would never do better: any OAuth error with a
 * status of 4xx, whatever its code. RFC 6749, section 5.2.
 */
export function isRefusedByProvider(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return isFinal(error.status)
  return error instanceof ResponseBodyError && isFinal(error.status) && !passingCodes.includes(error.error)
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && !passingStatuses.includes(status)
}
