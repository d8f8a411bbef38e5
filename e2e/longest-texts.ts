import type { Page } from '@playwright/test'
import { type Language, languages } from '#contract/languages.ts'
import { compileCatalog } from '../scripts/page/catalogs.ts'
import { type Catalog, catalogOf } from './words.ts'

/**
 * A catalog for what must fit: each message as long as in the language that needs most room for it, and in it the
 * longest word that any language has there, since a line breaks between words and not within them.
 */
export async function longestTexts(): Promise<Catalog> {
  const catalogs = await Promise.all(languages.map(catalogOf))
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

/** Whole words outside of the braces of ICU MessageFormat, in which words are names. */
function wordsIn(text: string): string[] {
  return text.includes(', plural,') ? [] : (text.replaceAll(/\{\w+\}/gu, ' ').match(/[\p{L}'’]+/gu) ?? [])
}

/** Gives the page this catalog in the place of the one of a language. */
export async function serveCatalog(page: Page, language: Language, catalog: Catalog): Promise<void> {
  const script = new RegExp(`/assets/${language}-[\\w-]+\\.js$`, 'u')
  const body = compileCatalog(JSON.stringify(catalog), script.source)
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body }))
}
