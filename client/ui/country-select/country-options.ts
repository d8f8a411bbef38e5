/** A country as it stands in the list. `code` is ISO 3166-1 alpha-2. */
export type CountryOption = { code: string; name: string; diallingCode?: string }

export type CountryOptionsInput = {
  codes: readonly string[]
  /** BCP 47: names and order are its reader's. */
  locale: string
  /** '+49' for 'DE'; undefined where the list shows none. */
  diallingCodeOf?: ((code: string) => string) | undefined
}

/** The countries by name, as the reader's language writes and sorts them. Specification 2.14. */
export function countryOptions({ codes, locale, diallingCodeOf }: CountryOptionsInput): CountryOption[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  return codes
    .map((code) => ({
      code,
      name: names.of(code) ?? code,
      ...(diallingCodeOf && { diallingCode: diallingCodeOf(code) }),
    }))
    .toSorted((a, b) => compare(a.name, b.name))
}
