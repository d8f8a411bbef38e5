import type { Config } from '#server/config.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/http/refusals.ts'

/** Returns the portal's origin for a browser, by the requested host. It has no trailing slash. */
export type FindPortalOrigin = (host: string) => string

/**
 * Creates the function that returns the origin of a request: the host of a brand if the request has it, otherwise the
 * public address. So an invented Host header never becomes part of an address. Specification 11.3.
 */
export function portalOriginOf({ publicUrl, brand }: Pick<Config, 'publicUrl' | 'brand'>): FindPortalOrigin {
  const fallback = new URL(publicUrl)
  const origins = new Map([...brand.hosts.keys()].map((host) => [host.toLowerCase(), `${fallback.protocol}//${host}`]))
  return (host) => origins.get(host.toLowerCase()) ?? fallback.origin
}

/**
 * Refuses a request that a page of another site sent with the cookie of its visitor. Without Fetch Metadata, the Origin
 * header decides. A request without both does not come from a browser, so it has no cookie of a visitor.
 * @throws Refusal `foreign-origin`
 */
export function refuseForeignPage({ headers, host }: FastifyRequest, portalOrigin: FindPortalOrigin): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site !== undefined) throw new Refusal('foreign-origin')
  if (headers.origin !== undefined && headers.origin !== portalOrigin(host)) throw new Refusal('foreign-origin')
}

/**
 * Where a sign-in was started. `own`: on a page of the portal or in the address bar; `elsewhere`: on another site, or
 * it is not known.
 */
export type SignInOrigin = 'own' | 'elsewhere'

/**
 * Returns where a sign-in was started. Refuses a sign-in that an image or a frame starts. Sign-ins from other sites
 * have a separate limit, so that they cannot use up the limit of visitors of the portal. A browser without Fetch
 * Metadata counts as `elsewhere`. Specification 19.46; Fetch Metadata Request Headers.
 * @throws Refusal `foreign-origin`
 */
export function signInOriginOf({ headers }: FastifyRequest): SignInOrigin {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site === undefined) return 'elsewhere'
  if (mode !== 'navigate' || destination !== 'document') throw new Refusal('foreign-origin')
  return site === 'same-origin' || site === 'none' ? 'own' : 'elsewhere'
}
