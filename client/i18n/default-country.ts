import { type Country, isCountry } from '#contract/countries.ts'

export type CountryHints = {
  userCountry: Country | null
  /** The browser's languages as BCP 47 tags, best first, as in `navigator.languages`. */
  preferred: readonly string[]
  /** The countries that people can choose under this brand. */
  available: readonly Country[]
}

/**
 * Returns the first available country: the user's country, then the countries of the browser's languages. Returns '' if
 * none of them is available. Specification 5.
 */
export function chooseDefaultCountry({ userCountry, preferred, available }: CountryHints): Country | '' {
  return [userCountry, ...preferred.map(countryOfTag)].find((each) => each !== null && available.includes(each)) ?? ''
}

/**
 * Returns the country of a language tag. For a tag without a country, this is the country with the most speakers: CZ
 * for 'cs'. Null if the tag is invalid or the portal is not offered in that country.
 */
function countryOfTag(tag: string): Country | null {
  try {
    const region = new Intl.Locale(tag).maximize().region ?? ''
    return isCountry(region) ? region : null
  } catch (error) {
    // Ignores invalid tags. Some browsers send 'C', the name of a system locale, as the first tag.
    if (error instanceof RangeError) return null
    throw error
  }
}
