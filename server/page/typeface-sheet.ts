import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { portalTypeface } from '#brands/portal-typeface.ts'
import type { PageTypeface } from '#brands/typeface.ts'

/**
 * Returns a style sheet that loads a typeface. Documents without scripts need it, because a script loads the typeface of
 * the page.
 */
export function typefaceSheet({ name, weights, files }: PageTypeface): string {
  return files
    .map(
      ({ url, letters }) =>
        `@font-face{font-family:'${name}';font-weight:${weights};font-display:swap;` +
        `src:url('${url}') format('woff2');unicode-range:${letters};}`,
    )
    .join('')
}

/**
 * Returns the portal's typeface with the files of the built page. `template`: the document of the page. The typeface
 * has no files if the document loads nothing from `/assets/`: then the page is served from its sources.
 *
 * @throws Error if the build made no such files.
 */
export async function readPortalTypeface(directory: string, template: string): Promise<PageTypeface> {
  const { letters, ...typeface } = portalTypeface
  if (!template.includes('"/assets/')) return { ...typeface, files: [] }
  const names = await readdir(path.join(directory, 'assets'))
  return {
    ...typeface,
    files: [
      { url: findFile(names, /^latin-(?!extended-).+\.woff2$/u), letters: letters.latin },
      { url: findFile(names, /^latin-extended-.+\.woff2$/u), letters: letters.latinExtended },
    ],
  }
}

function findFile(names: readonly string[], pattern: RegExp): string {
  const foundName = names.find((name) => pattern.test(name))
  if (foundName === undefined) throw new Error(`The built page has no file of its typeface (${pattern.source})`)
  return `/assets/${foundName}`
}
