import type { FastifyRequest } from 'fastify'
import type { LoadedBrand } from '#brands/brand.ts'
import type { LoadedBrands } from '#brands/read-brands.ts'
import type { Config } from '#server/config.ts'

/**
 * The parts of a request that decide its brand. `chosen`: the value of `?brand=`. `cookie`: the value of the cookie
 * that stores the choice in the demo.
 */
export type BrandHints = { host: string; chosen: string | undefined; cookie: string | undefined }

/**
 * Returns the brand of a request. In the demo, this is the chosen brand. Otherwise it is the brand with this host name
 * or, if no brand has the host name, the brand of the deployment. Specification 11.3.
 */
export function chooseBrand(
  { brands, defaultBrand }: LoadedBrands,
  settings: Config['brand'],
  hints: BrandHints,
): LoadedBrand {
  const preferredBrands = settings.switchable ? [hints.chosen, hints.cookie] : []
  const host = hints.host.replace(/:\d+$/u, '').toLowerCase()
  const ids = [...preferredBrands, settings.hosts.get(host), settings.fallback]
  const id = ids.find((each) => each !== undefined && brands.has(each))
  return (id !== undefined && brands.get(id)) || defaultBrand
}

/** The name of the cookie that stores the chosen brand in the demo. */
export const brandCookieName = 'portal_brand'

export function brandHintsOf({ host, url, cookies }: Pick<FastifyRequest, 'host' | 'url' | 'cookies'>): BrandHints {
  const chosenBrand = new URL(url, 'http://page').searchParams.get('brand') ?? undefined
  return { host, chosen: chosenBrand, cookie: cookies[brandCookieName] }
}
