import { ClientSecretPost, type ClientAuth, type ServerMetadata } from 'openid-client'
import type { ClientAuthMethod, Config } from '#server/config.ts'

/** How the portal proves who it is: as the operator says, else as the provider does. */
export function clientAuthentication(
  metadata: ServerMetadata,
  { clientAuth, clientSecret }: Config['oidc'],
): ClientAuth {
  const method = clientAuth ?? methodOf(metadata)
  return method === 'basic' ? secretInHeader(clientSecret) : ClientSecretPost(clientSecret)
}

/** Basic is what a provider supports that does not say. OpenID Connect Discovery 1.0, section 3. */
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
 * Encoded as a form is (RFC 6749, section 2.3.1), and no more than that: `openid-client` writes `-` as `%2D` too, which
 * providers refuse that compare without decoding. A form leaves `*-._` as they are (URL Standard, 5.2), and a `~` needs
 * no encoding in any URL (RFC 3986, section 2.3): who decodes reads the same either way.
 */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice('='.length).replaceAll('%7E', '~')
}
