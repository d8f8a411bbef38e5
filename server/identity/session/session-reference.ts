import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { createCookies } from './cookies.ts'
import { digestOf } from './sealing.ts'

export const referenceCharacters = 16

/**
 * How log and audit name a session: by the beginning of the digest under which its row stands. Nobody can sign in by it, and
 * nobody can name another person's session by a made-up cookie, whose digest is another.
 */
export function sessionReference(idDigest: Buffer): string {
  return idDigest.toString('hex').slice(0, referenceCharacters)
}

/** Reads which session a request has, by its cookie; null without one. */
export function createSessionReader({
  publicUrl,
}: Pick<Config, 'publicUrl'>): (request: FastifyRequest) => string | null {
  const { session } = createCookies({ secure: new URL(publicUrl).protocol === 'https:' })
  return (request) => {
    const id = session.read(request)
    return id === null ? null : sessionReference(digestOf(id))
  }
}
