import { type Messages, setupI18n } from '@lingui/core'
import { chooseLanguage, isLanguage, type Language } from '#contract/languages.ts'
import { localeOf } from '#client/i18n/language-choice.ts'
import type texts from '#texts/en/offline.json'
import type { LastState } from './last-state.ts'

const catalogs = import.meta.glob<Messages>('./*/offline.json', { base: '../../texts', import: 'default', eager: true })

/** The worker's texts in one language. `locale` is a BCP 47 tag for dates. */
export type WorkerTexts = {
  t(id: keyof typeof texts, values?: Record<string, string>): string
  language: Language
  locale: string
}

/**
 * Returns the texts in the language of the last state. Without a last state, the language is the one that best matches
 * `preferredTags` (BCP 47 tags, best first).
 */
export function createWorkerTexts(state: LastState | null, preferredTags: readonly string[]): WorkerTexts {
  const storedLanguage = state && isLanguage(state.language) ? state.language : null
  const language = storedLanguage ?? chooseLanguage(preferredTags)
  const locale = state?.locale ?? localeOf(language, preferredTags)
  const messages = catalogs[`./${language}/offline.json`] ?? {}
  const i18n = setupI18n({ locale: language, locales: locale, messages: { [language]: messages } })
  return { t: (id, values) => i18n._(id, values), language, locale }
}
