import type { Page } from '@playwright/test'
import { type Language, languages } from '#contract/languages.ts'
import { type TextCatalog, readCatalog } from '#test/text-catalogs.ts'
import { compileCatalog } from '../scripts/page/catalogs.ts'

/**
 * Creates texts for layout tests. Each message is its longest translation, with its longest word replaced by the
 * longest word of all translations, because lines break only between words.
 */
export function createLongestTexts(): TextCatalog {
  const catalogs = languages.map(readCatalog)
  const ids = Object.keys(catalogs[0] ?? {})
  return Object.fromEntries(ids.map((id) => [id, longestOf(catalogs.map((catalog) => catalog[id] ?? ''))]))
}

function longestOf(texts: readonly string[]): string {
  const text = byLength(texts)
  return text.replace(byLength(wordsIn(text)), byLength(texts.flatMap(wordsIn)))
}

function byLength(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}

/** Returns the words of a message outside its ICU placeholders. Returns none for a message with a plural. */
function wordsIn(text: string): string[] {
  return text.includes(', plural,') ? [] : (text.replaceAll(/\{\w+\}/gu, ' ').match(/[\p{L}'’]+/gu) ?? [])
}

/** Serves this catalog to the page instead of the catalog of `language`. */
export async function serveCatalog(page: Page, language: Language, catalog: TextCatalog): Promise<void> {
  const script = new RegExp(`/assets/${language}-[\\w-]+\\.js$`, 'u')
  const body = compileCatalog(JSON.stringify(catalog), script.source)
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
