import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { digestOfSecret, hasSecretFormat } from './sealer.ts'

/**
 * A cookie that contains a secret and that scripts cannot read.
 * - `read`: returns the secret, or null if the cookie is missing or its value does not have the form of a secret.
 */
export type SecretCookie = {
  name: string
  read(request: FastifyRequest): string | null
  write(reply: FastifyReply, value: string, maxAgeS: number): void
  clear(reply: FastifyReply): void
}

export type SessionCookies = { session: SecretCookie; browser: SecretCookie; recognisedBrowser: SecretCookie }

/**
 * Creates the cookies of sign-in and session.
 * - `session`: identifies the session of a signed-in browser.
 * - `browser`: binds a pending sign-in to the browser that began it.
 * - `recognisedBrowser`: identifies a browser in which somebody has signed in before.
 *
 * Over https the prefix `__Host-` prevents other hosts of the same site from setting these cookies. RFC 6265bis.
 */
export function createSessionCookies({ publicUrl }: Pick<Config, 'publicUrl'>): SessionCookies {
  const secure = new URL(publicUrl).protocol === 'https:'
  const prefix = secure ? '__Host-' : ''
  return {
    session: secretCookie(`${prefix}portal_session`, secure),
    browser: secretCookie(`${prefix}portal_sign_in`, secure),
    recognisedBrowser: secretCookie(`${prefix}portal_known`, secure),
  }
}

/** Returns the digest of the session in the request's cookie; null if the request has no such cookie. */
export type SessionDigestReader = (request: FastifyRequest) => Buffer | null

export function createSessionDigestReader(config: Pick<Config, 'publicUrl'>): SessionDigestReader {
  const { session } = createSessionCookies(config)
  return (request) => {
    const secret = session.read(request)
    return secret === null ? null : digestOfSecret(secret)
  }
}

function secretCookie(name: string, secure: boolean): SecretCookie {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const write = (reply: FastifyReply, value: string, maxAge: number): void =>
    void reply.header('set-cookie', fastifyCookie.serialize(name, value, { ...attributes, maxAge }))
  return {
    name,
    read({ headers }) {
      const value = fastifyCookie.parse(headers.cookie ?? '')[name]
      return value !== undefined && hasSecretFormat(value) ? value : null
    },
    write,
    clear: (reply) => write(reply, '', 0),
  }
}
