import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import type { JWK } from 'jose'
import type { Pool } from 'pg'
import { signingAlgorithm } from '../signing-keys.ts'
import { sendJson } from '../reply.ts'
import type { RequestAndResponse } from '../reply.ts'
import { claimsOf } from '../provider-configuration.ts'
import * as store from '../store.ts'

export type UserinfoContext = { pool: Pool; issuer: string; audience: string; keys: JWK[] }

/**
 * Answers the userinfo endpoint `/me`. The endpoint of `oidc-provider` accepts only opaque tokens, but the portal's
 * tokens are JWTs (RFC 9068). Returns false for other paths.
 */
export async function answerUserinfo(
  context: UserinfoContext,
  exchange: RequestAndResponse,
  path: string,
): Promise<boolean> {
  if (path !== '/me') return false
  const account = await accountOf(context, exchange.request.headers.authorization ?? '')
  if (!account) {
    exchange.response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"')
    sendJson(exchange, 'signed-out', { error: 'invalid_token' })
    return true
  }
  sendJson(exchange, 'ok', claimsOf(account))
  return true
}

async function accountOf(context: UserinfoContext, authorization: string): Promise<store.Account | null> {
  const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? []
  if (!token) return null
  try {
    const { issuer, audience } = context
    const keys = createLocalJWKSet({ keys: context.keys.map(publicPart) })
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: [signingAlgorithm],
      typ: 'at+jwt',
    })
    return await store.findAccountById(context.pool, payload.sub ?? '')
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use } as JWK
}
