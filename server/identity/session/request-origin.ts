import type { Config } from '#server/config.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/http/refusals.ts'

/** The origin under which a browser sees the portal, from the Host it asked for; without a slash at the end. */
export type PortalOrigin = (host: string) => string

/**
 * A brand's own host keeps its visitors, all others go by the public address: a made-up Host never
 * becomes part of an address. Specification 11.3.
 */
export function portalOriginOf({ publicUrl, brand }: Pick<Config, 'publicUrl' | 'brand'>): PortalOrigin {
  const fallback = new URL(publicUrl)
  const origins = new Map([...brand.hosts.keys()].map((host) => [host.toLowerCase(), `${fallback.protocol}//${host}`]))
  return (host) => origins.get(host.toLowerCase()) ?? fallback.origin
}

/**
 * Refuses what another site's page sent with the visitor's cookie. Where a browser says nothing of Fetch Metadata,
 * the Origin decides; who sends neither is no browser and has no visitor's cookie.
 * @throws Refusal `foreign-origin`
 */
export function refuseForeignPage({ headers, host }: FastifyRequest, portalOrigin: PortalOrigin): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site !== undefined) throw new Refusal('foreign-origin')
  if (headers.origin !== undefined && headers.origin !== portalOrigin(host)) throw new Refusal('foreign-origin')
}

/** Where a sign-in was begun: on a page of the portal or in the address bar, or on a page of somebody else. */
export type SignInOrigin = 'own' | 'elsewhere'

/**
 * Who leads a browser to the sign-in. A picture or a frame of another site never begins one, and what another site
 * begins is counted apart, so that it can't use up what its visitor has. A browser that sends no Fetch Metadata can't
 * tell them apart. Specification 19.46; Fetch Metadata Request Headers.
 * @throws Refusal `foreign-origin`
 */
export function signInOriginOf({ headers }: FastifyRequest): SignInOrigin {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (site === undefined) return 'elsewhere'
  if (mode !== 'navigate' || destination !== 'document') throw new Refusal('foreign-origin')
  return site === 'same-origin' || site === 'none' ? 'own' : 'elsewhere'
}
