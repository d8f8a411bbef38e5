import type { Country } from './countries.ts'
import type { Language } from './languages.ts'

/** Returns the BCP 47 tag of a language in a country. If the country is null, the tag has only the language. */
export function localeTagOf(language: Language, country: Country | null): string {
  return country === null ? language : `${language}-${country}`
}

/** Adapts texts to the spelling of a locale: Switzerland and Liechtenstein always write 'ss' for 'ß'. */
export function adaptSpelling<Texts>(locale: string, texts: Texts): Texts {
  if (!['CH', 'LI'].includes(new Intl.Locale(locale).region ?? '')) return texts
  return JSON.parse(JSON.stringify(texts).replaceAll('ß', 'ss')) as Texts
}
