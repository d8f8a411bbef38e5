import * as z from 'zod/mini'
import { portalTypeface } from '#brands/portal-typeface.ts'
import type { PageTypeface } from '#brands/typeface.ts'
import { storeValue, readStoredValue, type ValueStorage } from '#client/stored-values.ts'
import latin from './typeface/latin.woff2'
import latinExtended from './typeface/latin-extended.woff2'

const { letters: lettersOf, ...portal } = portalTypeface

const typefaceOfPortal: PageTypeface = {
  ...portal,
  files: [
    { url: latin, letters: lettersOf.latin },
    { url: latinExtended, letters: lettersOf.latinExtended },
  ],
}

const brandTypefaceSchema = z.object({
  name: z.string(),
  weights: z.string(),
  files: z.array(z.object({ url: z.string(), letters: z.string() })),
})

/**
 * Returns the brand's typeface, which the server writes into the page. If the brand has none, returns the portal's
 * typeface. Specification 11.2.
 */
export function readTypeface(page: Pick<Document, 'getElementById'>): PageTypeface {
  const text = page.getElementById('typeface')?.textContent
  return text ? brandTypefaceSchema.parse(JSON.parse(text)) : typefaceOfPortal
}

const storageKey = 'typeface'

/** Whether this browser has loaded the typeface before and therefore has it in its cache. */
export function isTypefaceCached({ files }: PageTypeface, valueStorage: ValueStorage): boolean {
  return readStoredValue(valueStorage, storageKey) === files[0]?.url
}

/**
 * Adds the typeface to the page, which uses a system font until the files are loaded. Then stores that the browser
 * has cached the files.
 */
export function addTypeface(
  { name, weights, files }: PageTypeface,
  fonts: FontFaceSet,
  valueStorage: ValueStorage,
): void {
  const faces = files.map(
    ({ url, letters }) =>
      new FontFace(name, `url(${url})`, { weight: weights, unicodeRange: letters, display: 'swap' }),
  )
  for (const face of faces) fonts.add(face)
  faces[0]?.loaded.then(
    () => storeValue(valueStorage, storageKey, files[0]?.url ?? ''),
    // If a file fails to load, the page continues to use the font of the system.
    () => undefined,
  )
}
