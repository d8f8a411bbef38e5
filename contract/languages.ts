import type { Country } from './countries.ts'

/** The languages of the page, ISO 639-1. Specification 9. */
export const languages = ['da', 'de', 'en', 'nl', 'no', 'sv', 'cs', 'es', 'it', 'fr', 'pl', 'sl', 'sk'] as const

export type Language = (typeof languages)[number]

export const fallbackLanguage: Language = 'en'

/**
 * The language in which a country's legal documents are shown if they do not exist in the requested language.
 * Specification 16.2.
 */
export const legalLanguageOfCountry: Readonly<Record<Country, Language>> = {
  AT: 'de',
  BE: 'nl',
  CH: 'de',
  CZ: 'cs',
  DE: 'de',
  DK: 'da',
  ES: 'es',
  FO: 'da',
  FR: 'fr',
  GB: 'en',
  IT: 'it',
  LU: 'fr',
  NL: 'nl',
  PL: 'pl',
  SE: 'sv',
  SI: 'sl',
  SK: 'sk',
}

export function isLanguage(value: string): value is Language {
  return (languages as readonly string[]).includes(value)
}

/**
 * Returns the first supported language of `preferredTags`; English if none is supported. The tags are BCP 47, best
 * first, as in `navigator.languages`. Norwegian Bokmål and Nynorsk (`nb`, `nn`) count as `no`.
 */
export function chooseLanguage(preferredTags: readonly string[]): Language {
  for (const tag of preferredTags) {
    const language = tag.toLowerCase().split('-')[0] ?? ''
    const spokenLanguage = language === 'nb' || language === 'nn' ? 'no' : language
    if (isLanguage(spokenLanguage)) return spokenLanguage
  }
  return fallbackLanguage
}
