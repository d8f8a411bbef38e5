import { type Country, isCountry } from '#contract/countries.ts'

export type CountryHints = {
  userCountry: Country | null
  /** BCP 47 tags, best first, as in `navigator.languages`. */
  preferred: readonly string[]
  /** The countries of the brand. */
  available: readonly Country[]
}

/** The user's country, otherwise the browser's; '' if the brand is in neither. Specification 5. */
export function defaultCountry({ userCountry, preferred, available }: CountryHints): Country | '' {
  return [userCountry, ...preferred.map(countryOfTag)].find((each) => each !== null && available.includes(each)) ?? ''
}

/** The country of a tag; for a tag without one, the country with most readers of the language: CZ for 'cs'. */
function countryOfTag(tag: string): Country | null {
  try {
    const region = new Intl.Locale(tag).maximize().region ?? ''
    return isCountry(region) ? region : null
  } catch (error) {
    // Ignores invalid tags: some browsers first send the name of a system locale, 'C'.
    if (error instanceof RangeError) return null
    throw error
  }
}
