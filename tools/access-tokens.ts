import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { hourS } from '#contract/durations.ts'

/** Issues access tokens without a sign-in. `of` returns a valid token of a person. */
export type TokenIssuer = { of(subject: string): Promise<string> }

/** The audience of the tokens. */
export const toolsAudience = 'gateway-portal'
const scopes = 'openid profile email gateway.claiming gateway.removal gateway.list gateway.users resource'
const lifeS = 2 * hourS
const renewedAfterMs = (lifeS / 2) * 1_000

/** Creates a private key for `createTokenIssuer` and `createIssuerServer`. */
export async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'tools', alg: 'ES256', use: 'sig' }
}

/** Creates an issuer that signs with `jwk`. It reuses the token of a person for an hour. */
export async function createTokenIssuer(issuer: string, jwk: JWK): Promise<TokenIssuer> {
  const key = await importJWK(jwk, 'ES256')
  const issued = new Map<string, { token: string; issuedAt: number }>()
  return {
    of: async (subject) => {
      const last = issued.get(subject)
      if (last && performance.now() - last.issuedAt < renewedAfterMs) return last.token
      const token = await new SignJWT({ client_id: 'tools', scope: scopes })
        .setProtectedHeader({ alg: 'ES256', kid: jwk.kid ?? '', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(toolsAudience)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(`${lifeS}s`)
        .sign(key)
      issued.set(subject, { token, issuedAt: performance.now() })
      return token
    },
  }
}

/** Creates an HTTP server with the discovery document of the issuer, and with the public part of its key. */
export function createIssuerServer(issuer: string, { d: _secret, ...jwk }: JWK): Server {
  return createServer((request, response) => {
    const answer = request.url === '/jwks' ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/jwks` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
}
