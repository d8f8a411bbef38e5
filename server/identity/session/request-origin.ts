import type { Config } from '#server/config.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/http/refusals.ts'

/** Returns the portal's origin for the host that a browser requested. The origin has no trailing slash. */
export type PortalOriginFinder = (host: string) => string

/**
 * Creates the function that returns the portal's origin for a host. If the host belongs to a brand, the origin has this
 * host; otherwise it is the public address. With this rule, an invented Host header never becomes part of a URL.
 * Specification 11.3.
 */
export function createPortalOriginFinder({
  publicUrl,
  brand,
}: Pick<Config, 'publicUrl' | 'brand'>): PortalOriginFinder {
  const fallback = new URL(publicUrl)
  const origins = new Map([...brand.hosts.keys()].map((host) => [host.toLowerCase(), `${fallback.protocol}//${host}`]))
  return (host) => origins.get(host.toLowerCase()) ?? fallback.origin
}

/**
 * Refuses a request that a page of another site sent with the person's cookie. If the browser sends no Fetch Metadata,
 * the Origin header decides. A request with neither header does not come from a browser, so it has no cookie of a
 * person.
 * @throws Refusal `foreign-origin`
 */
export function refuseForeignPage({ headers, host }: FastifyRequest, portalOrigin: PortalOriginFinder): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site !== undefined) throw new Refusal('foreign-origin')
  if (headers.origin !== undefined && headers.origin !== portalOrigin(host)) throw new Refusal('foreign-origin')
}

/**
 * The place where a sign-in was started. `own`: a page of the portal, or the browser's address bar. `elsewhere`:
 * another site, or unknown because the browser does not send it.
 */
export type SignInStartSite = 'own' | 'elsewhere'

/**
 * Returns the place where a sign-in was started. Refuses a sign-in that an image or a frame starts. Sign-ins from other
 * sites have a separate limit, so that another site cannot use up the limit for people on the portal's own pages.
 * Specification 19.46; Fetch Metadata Request Headers.
 * @throws Refusal `foreign-origin`
 */
export function signInStartSiteOf({ headers }: FastifyRequest): SignInStartSite {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site === undefined) return 'elsewhere'
  if (mode !== 'navigate' || destination !== 'document') throw new Refusal('foreign-origin')
  return site === 'same-origin' || site === 'none' ? 'own' : 'elsewhere'
}
