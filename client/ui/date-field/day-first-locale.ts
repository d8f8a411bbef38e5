/** For each language whose default format does not begin with the day: a locale whose format does. */
const dayFirst: Readonly<Record<string, string>> = { en: 'en-GB', fr: 'fr-FR', sv: 'sv-FI' }

/**
 * Returns a locale of the same language with the order day, month, year, otherwise en-GB. Specification 9: d/m/Y.
 *
 * de-AT -> de-AT en-US -> en-GB sv -> sv-FI
 */
export function toDayFirstLocale(locale: string): string {
  const { language } = new Intl.Locale(locale)
  // Uses Bokmål (`nb`), because the calendar has texts only for this language code of Norwegian.
  if (language === 'no' || language === 'nb') return 'nb-NO'
  return beginsWithDay(locale) ? locale : (dayFirst[language] ?? 'en-GB')
}

function beginsWithDay(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(0)
  return parts.find(({ type }) => type !== 'literal')?.type === 'day'
}
