import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/http/refusals.ts'

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
