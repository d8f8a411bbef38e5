import { readFile } from 'node:fs/promises'
import type { MessageId } from '#client/i18n/text.ts'
import type { Language } from '#contract/languages.ts'

/** The page's sentence in one language; `values` take the places of `{name}`. */
export type Words = (id: MessageId, values?: Readonly<Record<string, string>>) => string

export type Catalog = Record<string, string>

export async function catalogOf(language: Language): Promise<Catalog> {
  const file = new URL(`../client/i18n/catalogs/${language}.json`, import.meta.url)
  return JSON.parse(await readFile(file, 'utf8')) as Catalog
}

export async function wordsIn(language: Language): Promise<Words> {
  return wordsOf(await catalogOf(language))
}

export function wordsOf(catalog: Catalog): Words {
  return (id, values = {}) =>
    (catalog[id] ?? id).replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole)
}
