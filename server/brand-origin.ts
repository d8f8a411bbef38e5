import type { Config } from './config.ts'

/** Returns the base URL of a brand's portal: the brand's first host, or the public address if the brand has no host. */
export function originOfBrand(
  { publicUrl, brand: { hosts } }: Pick<Config, 'publicUrl' | 'brand'>,
  brand: string,
): string {
  const [host] = [...hosts].find(([, id]) => id === brand) ?? []
  return host === undefined ? publicUrl : `${new URL(publicUrl).protocol}//${host}`
}
