import type { Address } from '#contract/address.ts'

/** An address as it stands on an envelope, the country in the reader's language. `locale`: BCP 47. */
export function addressLines({ street, postalCode, city, country }: Address, locale: string): string[] {
  const countryName = new Intl.DisplayNames([locale], { type: 'region' }).of(country) ?? country
  return [...street, `${postalCode} ${city}`, countryName]
}
