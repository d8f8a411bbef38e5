import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type TextCatalog = Record<string, string>

const folder = path.join(import.meta.dirname, '../texts')

/** The text files whose keys are unique only within the file. Any other file is a catalog of ICU messages. */
const withOwnKeys = new Set([
  'data-package-read-me',
  'demo-sign-in',
  'personal-data-read-me',
  'sample-faults',
  'unsubscribe',
])

export const textFileNames: readonly string[] = readdirSync(path.join(folder, 'en'))
  .map((file) => path.parse(file).name)
  .toSorted()

export const catalogFileNames: readonly string[] = textFileNames.filter((part) => !withOwnKeys.has(part))

export function readCatalogFile(part: string, language: string): TextCatalog {
  return JSON.parse(readFileSync(path.join(folder, language, `${part}.json`), 'utf8')) as TextCatalog
}

/** Reads all ICU messages of a language: the messages of the web app and of emails. */
export function readCatalog(language: string): TextCatalog {
  return Object.assign({}, ...catalogFileNames.map((part) => readCatalogFile(part, language))) as TextCatalog
}
