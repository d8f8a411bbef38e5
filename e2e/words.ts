import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MessageId } from '#client/i18n/text.ts'
import type { Language } from '#contract/languages.ts'

/** The page's message in one language; `values` replace `{name}`. */
export type Words = (id: MessageId, values?: Readonly<Record<string, string>>) => string

export type Catalog = Record<string, string>

const folder = join(import.meta.dirname, '..')

/** All texts of a language, including those that the page loads on demand. */
export async function catalogOf(language: Language): Promise<Catalog> {
  const files = globSync(`{client/i18n,contract}/*catalogs/${language}.json`, { cwd: folder })
  const catalogs = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))))
  return Object.assign({}, ...catalogs) as Catalog
}

export async function wordsIn(language: Language): Promise<Words> {
  return wordsOf(await catalogOf(language))
}

export function wordsOf(catalog: Catalog): Words {
  return (id, values = {}) =>
    (catalog[id] ?? id).replaceAll(/\{(\w+)\}/gu, (whole, name: string) => values[name] ?? whole)
}
