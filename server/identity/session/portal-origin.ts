import type { Config } from '#server/config.ts'

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
