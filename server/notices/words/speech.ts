import { readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type faults from '#contract/fault-catalogs/en.json'
import type { Language } from '#contract/languages.ts'
import type mails from '#contract/mail-catalogs/en.json'
import type notices from '#contract/notice-catalogs/en.json'
import { localeIn, spelledFor } from '#contract/spelling.ts'
import type { MessageRecipient } from './occasion.ts'

type MessageId = keyof typeof faults | keyof typeof mails | keyof typeof notices

/** Formats a message of the catalogs that page and server share. */
export type Say = (id: MessageId, values?: Record<string, string | number>) => string

const folders = ['fault-catalogs', 'mail-catalogs', 'notice-catalogs']
const cached = new Map<string, Say>()

/** Formats texts in a language with the spelling of the recipient's country. Its catalogs are loaded at first use. */
export function speech({ language, country }: Pick<MessageRecipient, 'language' | 'country'>): Say {
  const locale = localeIn(language, country)
  const say = cached.get(locale) ?? read(language, locale)
  cached.set(locale, say)
  return say
}

function read(language: Language, locale: string): Say {
  const files = folders.map((folder) => new URL(`../../../contract/${folder}/${language}.json`, import.meta.url))
  const texts = files.flatMap((file) =>
    Object.entries(spelledFor(locale, JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)),
  )
  const messages = Object.fromEntries(texts.map(([id, text]) => [id, compileMessageOrThrow(text)]))
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  return (id, values) => i18n._(id, values)
}
