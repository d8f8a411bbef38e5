import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { createSessionDigestReader } from './session-cookies.ts'

export const sessionReferenceLength = 16

/**
 * Returns the name of a session in log and audit: the first characters of its `idDigest`. Nobody can sign in with this
 * name. Nobody can produce the name of another session with an invented cookie, because its digest differs.
 */
export function sessionReference(idDigest: Buffer): string {
  return idDigest.toString('hex').slice(0, sessionReferenceLength)
}

/** Creates a function that returns the session reference for a request's cookie; null if the request has no cookie. */
export function createSessionReferenceReader(
  config: Pick<Config, 'publicUrl'>,
): (request: FastifyRequest) => string | null {
  const sessionDigestOf = createSessionDigestReader(config)
  return (request) => {
    const digest = sessionDigestOf(request)
    return digest && sessionReference(digest)
  }
}
