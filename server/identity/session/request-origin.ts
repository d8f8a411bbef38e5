import type { Config } from '#server/config.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/http/refusals.ts'

/** The portal's origin for a browser, from the requested host; without a trailing slash. */
export type FindPortalOrigin = (host: string) => string

/**
 * The origin of a request: the host of a brand if the request has it, otherwise the public address, so that a made-up
 * Host header never becomes part of an address. Specification 11.3.
 */
export function portalOriginOf({ publicUrl, brand }: Pick<Config, 'publicUrl' | 'brand'>): FindPortalOrigin {
  const fallback = new URL(publicUrl)
  const origins = new Map([...brand.hosts.keys()].map((host) => [host.toLowerCase(), `${fallback.protocol}//${host}`]))
  return (host) => origins.get(host.toLowerCase()) ?? fallback.origin
}

/**
 * Refuses requests that another site's page sent with the visitor's cookie. Without Fetch Metadata the Origin header
 * decides; a request without both does not come from a browser and has no visitor's cookie.
 * @throws Refusal `foreign-origin`
 */
export function refuseForeignPage({ headers, host }: FastifyRequest, portalOrigin: FindPortalOrigin): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site !== undefined) throw new Refusal('foreign-origin')
  if (headers.origin !== undefined && headers.origin !== portalOrigin(host)) throw new Refusal('foreign-origin')
}

/** Where a sign-in was started: on a page of the portal or in the address bar, or on another site. */
export type SignInOrigin = 'own' | 'elsewhere'

/**
 * Determines where a sign-in was started. An image or a frame of another site never starts one; navigations from
 * other sites have a separate limit, so that they cannot use up the visitor's own. Browsers without Fetch Metadata
 * count as `own`. Specification 19.46; Fetch Metadata Request Headers.
 * @throws Refusal `foreign-origin`
 */
export function signInOriginOf({ headers }: FastifyRequest): SignInOrigin {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site === undefined) return 'elsewhere'
  if (mode !== 'navigate' || destination !== 'document') throw new Refusal('foreign-origin')
  return site === 'same-origin' || site === 'none' ? 'own' : 'elsewhere'
}
