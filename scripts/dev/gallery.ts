import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBrands } from '#brands/read-brands.ts'
import { createBrandDocument } from '#server/page/page-document.ts'
import { renderGalleryMails } from './gallery-mails.ts'

const folder = join(import.meta.dirname, '../../client/gallery')
const templates = new Map([
  ['/gallery', 'gallery.html'],
  ['/gallery/frame', 'frame.html'],
])
const brandsMark = '<!--brands-->'

/**
 * Returns the document of the gallery, or of one of its frames, in the brand of the query. Returns undefined for any
 * other path.
 */
export async function readGalleryDocument(address: string): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(address, 'http://page')
  if (pathname === '/gallery/mails') return renderGalleryMails(searchParams)
  const template = templates.get(pathname)
  if (template === undefined) return undefined
  return applyBrand(await readFile(join(folder, template), 'utf8'), searchParams.get('brand'))
}

/** Returns a document of the gallery in the brand `brandId`, or in the default brand if no brand has this id. */
export async function applyBrand(template: string, brandId: string | null): Promise<string> {
  const { brands, defaultBrand } = await readBrands()
  const brand = brands.get(brandId ?? '') ?? defaultBrand
  const { html, themePath, themeCss } = createBrandDocument(template, brand)
  const ids = [defaultBrand, ...brands.values()].map(({ settings }) => settings.id)
  const names = JSON.stringify([...new Set(ids)])
  // Inserts the current theme from the folder of the brand. The portal would serve the theme that it has read at its
  // start.
  return html
    .replace(`<link rel="stylesheet" href="${themePath}">`, () => `<style>${themeCss}</style>`)
    .replace(brandsMark, () => `<script type="application/json" id="brands">${names}</script>`)
}
