import type { MessageId } from '#client/i18n/text.ts'
import type { Language } from '#contract/languages.ts'
import { type Catalog, readCatalog } from '#test/texts.ts'

/** Returns a message of the portal in one language. `values` replace placeholders such as `{name}`. */
export type Words = (id: MessageId, values?: Readonly<Record<string, string>>) => string

export function wordsIn(language: Language): Words {
  return wordsOf(readCatalog(language))
}

export function wordsOf(catalog: Catalog): Words {
  return (id, values = {}) =>
    (catalog[id] ?? id).replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole)
}
