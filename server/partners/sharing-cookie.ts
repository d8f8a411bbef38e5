import { fastifyCookie } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hourS } from '#contract/durations.ts'

/** The cookie with the id of the request for consent that this browser began. */
export type SharingCookie = {
  write(reply: FastifyReply, requestId: string): void
  /** Whether this browser began the request for consent. */
  isOf(request: FastifyRequest, requestId: string): boolean
}

/** The lifetime of the cookie in seconds. It is as long as a request for consent can be answered. */
const maxAgeS = hourS

/** Over https the prefix `__Host-` prevents other hosts of the same site from setting the cookie. RFC 6265bis. */
export function createSharingCookie(publicUrl: string): SharingCookie {
  const secure = publicUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}portal_sharing`
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: maxAgeS } as const
  return {
    write: (reply, requestId) => void reply.header('set-cookie', fastifyCookie.serialize(name, requestId, attributes)),
    isOf: ({ headers }, requestId) => fastifyCookie.parse(headers.cookie ?? '')[name] === requestId,
  }
}
