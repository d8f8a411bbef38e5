import { storeValue, readKept, type ValueStorage } from '#client/kept-values.ts'
import { chooseLanguage, isLanguage, type Language } from '#contract/languages.ts'

const storageKey = 'language'

/** The stored choice, otherwise the browser's language, otherwise English. Specification 16.2. */
export function preferredLanguage(keeping: ValueStorage, preferred: readonly string[]): Language {
  const kept = readKept(keeping, storageKey)
  return kept !== null && isLanguage(kept) ? kept : chooseLanguage(preferred)
}

/** Stores the choice; if the browser blocks storage, it lasts until the page is closed. */
export function keepLanguage(keeping: ValueStorage, language: Language): void {
  storeValue(keeping, storageKey, language)
}

/**
 * The locale for dates and numbers: the reader's region if it belongs to the language.
 *
 * de, [en-GB, de-AT] -> de-AT
 * de, [en-GB] -> de
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.includes('-') && chooseLanguage([tag]) === language) ?? language
}
