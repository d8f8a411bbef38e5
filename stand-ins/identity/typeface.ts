import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The portal's font files, which the sign-in pages also use. `letters`: the characters in the file. */
const files = [
  { name: 'latin.woff2', letters: 'U+20-7E, U+A0-FF, U+2010-2026' },
  { name: 'latin-extended.woff2', letters: 'U+100-17F' },
] as const

const folder = path.join(import.meta.dirname, '../../client/styles/typeface')

function urlOf(name: string): string {
  return `/typeface/${name}`
}

/** Reads the font files. The keys of the result are the URL paths from which the pages load them. */
export async function readTypefaceFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const readFiles = files.map(async ({ name }) => [urlOf(name), await readFile(path.join(folder, name))] as const)
  return new Map(await Promise.all(readFiles))
}

/**
 * The portal's rules for system fonts of the same width. With these rules, the layout does not change when the fonts
 * have loaded.
 */
const fallbackRules = readFileSync(path.join(folder, '../typeface.css'), 'utf8')

/** The CSS rules that declare the font family 'Portal' and its fallback families. */
export const typefaceRules = [
  fallbackRules,
  ...files.map(
    ({ name, letters }) => `@font-face {
  font-family: Portal;
  font-weight: 400 700;
  font-display: swap;
  src: url(${urlOf(name)}) format('woff2');
  unicode-range: ${letters};
}`,
  ),
].join('\n')

/** The `font-family` of the pages: the family of `typefaceRules` and its fallbacks. */
export const typefaceFamilies =
  "Portal, 'Like ours in Segoe', 'Like ours in Roboto', 'Like ours in Arial', 'Like ours in DejaVu', system-ui, sans-serif"
