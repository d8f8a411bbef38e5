import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from '#contract/languages.ts'
import { localeTagOf, adaptSpelling } from '#contract/adapt-spelling.ts'
import { readTexts } from '#texts/read-texts.ts'
import type { MessageRecipient } from './notice-content.ts'

type MessageId = keyof ReturnType<typeof messagesIn>

/** Formats a message in the language of the recipient. The app and the server share the catalogs of messages. */
export type NoticeTranslator = (id: MessageId, values?: Record<string, string | number>) => string

const translators = new Map<string, NoticeTranslator>()

/**
 * Returns the translator for a language, with the spelling of the recipient's country. The catalogs of a language are
 * loaded at the first use.
 */
export function getNoticeTranslator({
  language,
  country,
}: Pick<MessageRecipient, 'language' | 'country'>): NoticeTranslator {
  const locale = localeTagOf(language, country)
  const translate = translators.get(locale) ?? createTranslator(language, locale)
  translators.set(locale, translate)
  return translate
}

function createTranslator(language: Language, locale: string): NoticeTranslator {
  const texts = Object.entries(adaptSpelling(locale, messagesIn(language)))
  const messages = Object.fromEntries(texts.map(([id, text]) => [id, compileMessageOrThrow(text)]))
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  return (id, values) => i18n._(id, values)
}

function messagesIn(language: Language) {
  return { ...readTexts('fault-words', language), ...readTexts('emails', language), ...readTexts('notices', language) }
}
