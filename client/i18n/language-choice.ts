import { chooseLanguage, isLanguage, type Language } from '#contract/languages.ts'

const storageKey = 'language'

/** Where the choice is kept; `localStorage` in the browser. */
export type LanguageStorage = Pick<Storage, 'getItem' | 'setItem'>

/** The person's choice, else the browser's, else English. Specification 16.2. */
export function preferredLanguage(keeping: LanguageStorage, wishes: readonly string[]): Language {
  const kept = readKept(keeping)
  return kept !== null && isLanguage(kept) ? kept : chooseLanguage(wishes)
}

/** Keeps the choice where the browser allows it; without storage it lasts until the page is left. */
export function keepLanguage(keeping: LanguageStorage, language: Language): void {
  try {
    keeping.setItem(storageKey, language)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

function readKept(keeping: LanguageStorage): string | null {
  try {
    return keeping.getItem(storageKey)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/**
 * The locale for dates and numbers: the reader's own region where it belongs to the language.
 *
 *     de, [en-GB, de-AT]  ->  de-AT
 *     de, [en-GB]         ->  de
 */
export function localeOf(language: Language, wishes: readonly string[]): string {
  return wishes.find((wish) => wish.includes('-') && chooseLanguage([wish]) === language) ?? language
}
