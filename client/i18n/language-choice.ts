import { storeValue, readStoredValue, type ValueStorage } from '#client/stored-values.ts'
import { chooseLanguage, isLanguage, type Language } from '#contract/languages.ts'

const storageKey = 'language'

/**
 * Returns the stored language, otherwise the language that best matches the browser's languages, otherwise English.
 * Specification 16.2.
 */
export function readPreferredLanguage(valueStorage: ValueStorage, preferredTags: readonly string[]): Language {
  const storedValue = readStoredValue(valueStorage, storageKey)
  return storedValue !== null && isLanguage(storedValue) ? storedValue : chooseLanguage(preferredTags)
}

/** Stores the chosen language. If the browser blocks storage, the choice lasts until the page is closed. */
export function storeLanguage(valueStorage: ValueStorage, language: Language): void {
  storeValue(valueStorage, storageKey, language)
}

/**
 * Returns the locale for dates and numbers: the first of the browser's tags that has this language and a region. If
 * there is none, returns the language. German with [en-GB, de-AT] gives de-AT; with [en-GB] it gives de.
 */
export function localeOf(language: Language, preferredTags: readonly string[]): string {
  return preferredTags.find((tag) => tag.includes('-') && chooseLanguage([tag]) === language) ?? language
}
