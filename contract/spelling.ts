import type { Country } from './countries.ts'
import type { Language } from './languages.ts'

/** A BCP 47 tag for the language as spelled in the country; the plain language if the country is null. */
export function localeIn(language: Language, country: Country | null): string {
  return country === null ? language : `${language}-${country}`
}

/** Adapts texts to the reader's spelling: Switzerland and Liechtenstein always write 'ss' for 'ß'. */
export function spelledFor<Texts>(locale: string, texts: Texts): Texts {
  if (!['CH', 'LI'].includes(new Intl.Locale(locale).region ?? '')) return texts
  return JSON.parse(JSON.stringify(texts).replaceAll('ß', 'ss')) as Texts
}
