import type { Country } from './countries.ts'
import type { Language } from './languages.ts'

/** A BCP 47 tag for the language as it is spelled in the country; null for a country that is not known. */
export function localeIn(language: Language, country: Country | null): string {
  return country === null ? language : `${language}-${country}`
}

/** Texts as the reader spells: Switzerland and Liechtenstein write 'ss' for 'ß', without exception. */
export function spelledFor<Texts>(locale: string, texts: Texts): Texts {
  if (!['CH', 'LI'].includes(new Intl.Locale(locale).region ?? '')) return texts
  return JSON.parse(JSON.stringify(texts).replaceAll('ß', 'ss')) as Texts
}
