import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/http/refusals.ts'
import type { PortalOrigin } from './portal-origin.ts'

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
