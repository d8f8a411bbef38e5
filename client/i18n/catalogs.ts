import type { Messages } from '@lingui/core'
import type { Language } from '#contract/languages.ts'

const catalogs = import.meta.glob<Messages>('./catalogs/*.json', { import: 'default' })

/** The messages of a language, each catalog a file of its own. */
export async function loadCatalog(language: Language): Promise<Messages> {
  const load = catalogs[`./catalogs/${language}.json`]
  if (!load) throw new Error(`There is no catalog for the language ${language}.`)
  return load()
}
