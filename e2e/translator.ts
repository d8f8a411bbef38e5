import type { MessageId } from '#client/i18n/message-types.ts'
import type { Language } from '#contract/languages.ts'
import { type TextCatalog, readCatalog } from '#test/text-catalogs.ts'

/** Returns a message of the portal in one language. `values` replace placeholders such as `{name}`. */
export type Translator = (id: MessageId, values?: Readonly<Record<string, string>>) => string

export function translatorOfLanguage(language: Language): Translator {
  return translatorOfCatalog(readCatalog(language))
}

export function translatorOfCatalog(catalog: TextCatalog): Translator {
  return (id, values = {}) =>
    (catalog[id] ?? id).replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole)
}
