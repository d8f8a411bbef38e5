import type { Messages } from '@lingui/core'
import type { Language } from '#contract/languages.ts'

const catalogs = import.meta.glob<Messages>('./fault-catalogs/*.json', { import: 'default' })

/** What the page says about faults, a catalog of its own in each language: few people ever need it. */
export async function loadFaultTexts(language: Language): Promise<Messages> {
  const load = catalogs[`./fault-catalogs/${language}.json`]
  if (!load) throw new Error(`There is no catalog about faults for the language ${language}.`)
  return load()
}
