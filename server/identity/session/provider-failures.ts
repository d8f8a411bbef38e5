import { ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'

/**
 * The HTTP statuses Request Timeout, Too Early and Too Many Requests, after which a retry may succeed. RFC 9110, RFC
 * 8470, RFC 6585.
 */
const retryStatuses = [408, 425, 429]
const retryCodes = ['server_error', 'temporarily_unavailable', 'slow_down']

/**
 * Whether the token endpoint has refused permanently, so that a retry would fail. This is so for an OAuth error with a
 * status of 4xx, unless the error is temporary. RFC 6749, section 5.2.
 */
export function isPermanentProviderRefusal(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return isFinal(error.status)
  return error instanceof ResponseBodyError && isFinal(error.status) && !retryCodes.includes(error.error)
}

function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && !retryStatuses.includes(status)
}

/**
 * For each error that only an operator can fix, the settings to check. docs/how-to/identity-provider.md explains the
 * settings.
 */
const settingByError: Readonly<Record<string, string>> = {
  invalid_client:
    'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_CLIENT_AUTH: the identity provider does not take them for the client it knows.',
  unauthorized_client:
    'OIDC_CLIENT_ID: the identity provider must allow this client the grants authorization_code and refresh_token.',
  unsupported_grant_type:
    'OIDC_ISSUER: this identity provider must support the grants authorization_code and refresh_token.',
  invalid_scope: 'OIDC_SCOPE_NAMES: the identity provider does not give this client every scope that is asked for.',
  invalid_target: 'OIDC_RESOURCE: the identity provider does not know this resource.',
  wrong_iss: 'OIDC_ISSUER: the access token names another issuer than the identity provider does of itself.',
  wrong_aud: 'OIDC_AUDIENCE: the access token is meant for somebody else.',
  opaque_token:
    'The access token is no JWT: the identity provider must issue JWT access tokens (RFC 9068); some do so only for the resource that OIDC_RESOURCE names.',
  scope_claim_missing: 'OIDC_SCOPE_CLAIM: the access token has no claim of this name.',
}

/**
 * Returns the setting to check after a failure with this name (from `providerFailureNameOf`). Returns undefined if no
 * setting causes this failure.
 */
export function findSettingCausingFailure(reason: string): string | undefined {
  return Object.hasOwn(settingByError, reason) ? settingByError[reason] : undefined
}
