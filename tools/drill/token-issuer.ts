import { readFile, writeFile } from 'node:fs/promises'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'

/** The access tokens of the people in the drill. `of` returns a valid token. */
export type TokenIssuer = { of(subject: string): Promise<string> }

const lifeS = 2 * 60 * 60
const renewedAfterMs = (lifeS / 2) * 1_000

/**
 * Creates tokens that are signed with the issuer's key in `keyFile`. The issuer's process reads the same file. If the
 * file is missing, creates the key.
 */
export async function createTokenIssuer(keyFile: string, issuer: string): Promise<TokenIssuer> {
  const jwk = await keyIn(keyFile)
  const key = await importJWK(jwk, 'ES256')
  const issued = new Map<string, { token: string; madeAt: number }>()

  async function make(subject: string): Promise<string> {
    const token = await new SignJWT({ client_id: 'drill', scope: scopes })
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid ?? '', typ: 'at+jwt' })
      .setIssuer(issuer)
      .setAudience('gateway-portal')
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(`${lifeS}s`)
      .sign(key)
    issued.set(subject, { token, madeAt: performance.now() })
    return token
  }

  return {
    of: async (subject) => {
      const had = issued.get(subject)
      return had && performance.now() - had.madeAt < renewedAfterMs ? had.token : make(subject)
    },
  }
}

const scopes = 'openid profile email gateway.claiming gateway.removal gateway.list gateway.users resource'

async function keyIn(file: string): Promise<JWK> {
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  if (stored !== undefined) return JSON.parse(stored) as JWK
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), kid: 'drill', alg: 'ES256', use: 'sig' }
  await writeFile(file, JSON.stringify(jwk), { mode: 0o600 })
  return jwk
}
