import { ClientSecretPost, type ClientAuth, type ServerMetadata } from 'openid-client'
import type { ClientAuthMethod, Config } from '#server/config.ts'

/**
 * Returns the method by which the portal authenticates as a client: the configured method, otherwise the method that
 * the provider's metadata allows.
 */
export function createClientAuthentication(
  metadata: ServerMetadata,
  { clientAuth, clientSecret }: Config['oidc'],
): ClientAuth {
  const method = clientAuth ?? methodOf(metadata)
  return method === 'basic' ? secretInHeader(clientSecret) : ClientSecretPost(clientSecret)
}

/**
 * Returns the method that the provider's metadata allows. If the metadata names no methods, `basic` is the default.
 * OpenID Connect Discovery 1.0, section 3.
 */
function methodOf({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): ClientAuthMethod {
  return methods?.includes('client_secret_basic') === false ? 'post' : 'basic'
}

function secretInHeader(clientSecret: string): ClientAuth {
  return (_server, client, ...[, headers]) => {
    const credentials = `${formEncoded(client.client_id)}:${formEncoded(clientSecret)}`
    headers.set('authorization', `Basic ${btoa(credentials)}`)
  }
}

/**
 * Encodes a text as in a form (RFC 6749, section 2.3.1). `openid-client` would encode `-` as `%2D`, which fails at
 * providers that compare without decoding. A form leaves `*-._` unchanged (URL Standard, 5.2), and `~` needs no
 * encoding in a URL (RFC 3986, section 2.3).
 */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice('='.length).replaceAll('%7E', '~')
}
