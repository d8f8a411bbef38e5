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

function noNamesIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** The portal's typeface with the files of the built page; no files if the page is served from its sources. */
export async function readPortalTypeface(directory: string): Promise<PageTypeface> {
  const { letters, ...typeface } = portalTypeface
  const names = await readdir(path.join(directory, 'assets')).catch(noNamesIfMissing)
  const fileOf = (named: RegExp, ofFile: string) =>
    names.filter((name) => named.test(name)).map((name) => ({ url: `/assets/${name}`, letters: ofFile }))
  return {
    ...typeface,
    files: [
      ...fileOf(/^latin-(?!extended-).+\.woff2$/u, letters.latin),
      ...fileOf(/^latin-extended-.+\.woff2$/u, letters.latinExtended),
    ],
  }
}
