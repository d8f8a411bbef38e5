import { chooseLanguage, type Language } from '#contract/languages.ts'
import { readTextsByLanguage } from '#texts/read-texts.ts'

const texts = readTextsByLanguage('demo-sign-in')

export type ProviderTextId = keyof (typeof texts)['en']

/**
 * The texts of the sign-in pages in one language. `text` replaces each `{name}` in a text with the value of that
 * name.
 */
export type ProviderTexts = {
  language: Language
  text(id: ProviderTextId, values?: Readonly<Record<string, string | number>>): string
}

export function providerTextsIn(language: Language): ProviderTexts {
  return {
    language,
    text: (id, values = {}) => texts[language][id].replaceAll(/\{(\w+)\}/gu, (_, name: string) => String(values[name])),
  }
}

/**
 * Chooses the language of the sign-in pages from `ui_locales` (OpenID Connect Core 1.0, section 3.1.2.1), otherwise
 * from the browser's languages. In both lists, the preferred language is first.
 */
export function choosePageLanguage(uiLocales: string | undefined, acceptLanguage: string | undefined): Language {
  const accepted = (acceptLanguage ?? '').split(',').map((tag) => tag.split(';', 1)[0]?.trim() ?? '')
  return chooseLanguage([...(uiLocales ?? '').split(' '), ...accepted])
}

/**
 * Returns the waiting time in words, such as 'in 15 minutes'. A time of one minute or more is rounded up to whole
 * minutes.
 */
export function formatRetryTime(seconds: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language)
  return seconds < 60 ? words.format(Math.ceil(seconds), 'second') : words.format(Math.ceil(seconds / 60), 'minute')
}
