import { createHash } from 'node:crypto'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type ConsentMessageId, type ShownTextDigest, consentMessageIds } from '#contract/consent-text.ts'
import type { Language } from '#contract/languages.ts'
import { type SharingMessageId, sharingMessageIds } from '#contract/sharing-text.ts'
import { adaptSpelling } from '#contract/adapt-spelling.ts'
import { Refusal } from '#server/http/refusals.ts'
import { readTexts } from '#texts/read-texts.ts'

/**
 * A consent, with the data to find its text. `shown`: the language and the digest of the text that the page showed.
 * `textIn`: formats the current text in one language and spelling.
 */
export type ConsentTextLookup = { shown: ShownTextDigest | undefined; textIn(format: ConsentMessageFormatter): string }

/**
 * Finds the text of a consent by the digest that the page sent. Returns null without a digest, which clients other than
 * the page need not send. Refuses a digest that belongs to no current text, because the person would otherwise agree to
 * another text than they read. Specification 26.11.
 * @throws Refusal `consent-text-changed`
 */
export function findConsentTextByDigest({ shown, textIn }: ConsentTextLookup): string | null {
  if (shown === undefined) return null
  const text = formatsOf(shown.language).map(textIn)
  const foundText = text.find((one) => createHash('sha256').update(one).digest('hex') === shown.sha256)
  if (foundText === undefined) throw new Refusal('consent-text-changed')
  return foundText
}

/** Formats a message of a consent in one language and spelling. */
export type ConsentMessageFormatter = (
  id: ConsentMessageId | SharingMessageId,
  values: Record<string, string | number>,
) => string

const messageIds = [...consentMessageIds, ...sharingMessageIds]

const formatsByLanguage = new Map<Language, ConsentMessageFormatter[]>()

/** Returns the formats of a language, one for each spelling: the general spelling, and the spelling of Switzerland. */
function formatsOf(language: Language): ConsentMessageFormatter[] {
  const formats =
    formatsByLanguage.get(language) ?? [language, `${language}-CH`].map((locale) => read(language, locale))
  formatsByLanguage.set(language, formats)
  return formats
}

function read(language: Language, locale: string): ConsentMessageFormatter {
  const catalogs = { ...readTexts('page', language), ...readTexts('tabs', language), ...readTexts('sharing', language) }
  const texts = adaptSpelling(locale, catalogs)
  const messages = Object.fromEntries(messageIds.map((id) => [id, compileMessageOrThrow(texts[id])]))
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  return (id, values) => i18n._(id, values)
}
