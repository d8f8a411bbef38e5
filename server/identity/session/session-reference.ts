import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { createCookies } from './cookies.ts'
import { digestOfSecret } from './sealing.ts'

export const referenceCharacters = 16

/**
 * Returns the reference of a session in log and audit: the beginning of the digest that identifies its row. Nobody can
 * sign in with it. An invented cookie cannot refer to another session, because its digest differs.
 */
export function sessionReference(idDigest: Buffer): string {
  return idDigest.toString('hex').slice(0, referenceCharacters)
}

/** Creates a function that returns the session reference of a request's cookie; null without a cookie. */
export function createSessionReader({
  publicUrl,
}: Pick<Config, 'publicUrl'>): (request: FastifyRequest) => string | null {
  const { session } = createCookies({ secure: new URL(publicUrl).protocol === 'https:' })
  return (request) => {
    const id = session.read(request)
    return id === null ? null : sessionReference(digestOfSecret(id))
  }
}
