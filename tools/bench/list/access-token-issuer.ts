import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT, exportJWK, generateKeyPair } from 'jose'
import { requestedScopes } from '#contract/scopes.ts'

export type AccessTokenIssuer = { url: string; tokenOf(subject: string): Promise<string>; close(): void }

export const benchAudience = 'gateway-portal'

/**
 * Starts an issuer of access tokens with a discovery document and one key. With these tokens, a load needs no sign-in.
 */
export async function startAccessTokenIssuer(): Promise<AccessTokenIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/jwks' ? { keys: [jwk] } : { issuer: url, jwks_uri: `${url}/jwks` }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tokenOf = async (subject: string) =>
    new SignJWT({ scope: requestedScopes.join(' '), client_id: 'bench' })
      .setProtectedHeader({ alg: 'ES256', kid: 'bench', typ: 'at+jwt' })
      .setIssuer(url)
      .setAudience(benchAudience)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(privateKey)
  return { url, tokenOf, close: () => void server.close() }
}
