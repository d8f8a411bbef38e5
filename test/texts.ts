import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Catalog = Record<string, string>

const folder = path.join(import.meta.dirname, '../texts')

/** The text files whose keys are unique only within the file. All other files are catalogs of ICU messages. */
const withOwnKeys = new Set([
  'data-package-read-me',
  'demo-sign-in',
  'personal-data-read-me',
  'sample-faults',
  'unsubscribe',
])

export const textParts: readonly string[] = readdirSync(path.join(folder, 'en'))
  .map((file) => path.parse(file).name)
  .toSorted()

export const catalogParts: readonly string[] = textParts.filter((part) => !withOwnKeys.has(part))

export function readCatalogPart(part: string, language: string): Catalog {
  return JSON.parse(readFileSync(path.join(folder, language, `${part}.json`), 'utf8')) as Catalog
}

/** Reads all ICU messages of a language: those of the web app and those of emails. */
export function readCatalog(language: string): Catalog {
  return Object.assign({}, ...catalogParts.map((part) => readCatalogPart(part, language))) as Catalog
}
