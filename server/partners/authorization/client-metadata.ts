import { isClosedProgram } from '#contract/programs.ts'
import type { PartnerClient } from '../partner-client.ts'

/**
 * Converts a client to its metadata for the authorization server (RFC 7591). Returns undefined if the client is
 * refused or suspended.
 */
export function toClientMetadata(client: PartnerClient): Record<string, unknown> | undefined {
  if (isClosedProgram(client)) return undefined
  const { id, name, redirectUris, secretDigest, jwks } = client
  // A client without redirect URIs uses the device flow.
  const withRedirect = redirectUris.length > 0 ? ['authorization_code'] : []
  const own = {
    client_id: id,
    client_name: name,
    redirect_uris: redirectUris,
    response_types: redirectUris.length > 0 ? ['code'] : [],
    ...always,
  }
  if (secretDigest === null) {
    return {
      ...own,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: [...withRedirect, 'refresh_token', deviceCode],
    }
  }
  // `client_secret` is the digest of the secret, because `compareClientSecret` of the server compares digests.
  const authentication =
    jwks === null
      ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: secretDigest.toString('base64url') }
      : { token_endpoint_auth_method: 'private_key_jwt', jwks }
  return {
    ...own,
    ...authentication,
    application_type: redirectUris.some(isLoopback) ? 'native' : 'web',
    grant_types: [...withRedirect, 'refresh_token', 'client_credentials', deviceCode],
  }
}

const always = { authorization_details_types: ['appliance'] }

const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code'

function isLoopback(uri: string): boolean {
  return new URL(uri).protocol === 'http:'
}
