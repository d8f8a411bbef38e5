import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { createSourcePageFolder } from '../../scripts/dev/page-server.ts'
import { createBrandDocument, renderPlainDocument } from './page-document.ts'
import { readPortalTypeface, typefaceSheet } from './typeface-sheet.ts'

const { defaultBrand } = await readBrands()

const builtTemplate = '<script type="module" src="/assets/page-Cq2.js"></script>'

test('the typeface of a document without scripts has the files of the built page', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'page-'))
  await mkdir(path.join(directory, 'assets'))
  for (const name of ['latin-B8a_f-x1.woff2', 'latin-extended-Cd3.woff2', 'latin-B8a.css'])
    await writeFile(path.join(directory, 'assets', name), '')
  const { files } = await readPortalTypeface(directory, builtTemplate)
  expect(files.map(({ url }) => url)).toEqual(['/assets/latin-B8a_f-x1.woff2', '/assets/latin-extended-Cd3.woff2'])
  await rm(path.join(directory, 'assets', 'latin-extended-Cd3.woff2'))
  await expect(readPortalTypeface(directory, builtTemplate)).rejects.toThrow(
    'The built page has no file of its typeface',
  )
  await rm(directory, { recursive: true })
})

test('a built page without assets is an error', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'page-'))
  await expect(readPortalTypeface(directory, builtTemplate)).rejects.toThrow(path.join(directory, 'assets'))
  await rm(directory, { recursive: true })
})

test('the typeface has no files if the page is served from its sources', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'page-'))
  const directory = await createSourcePageFolder(dataDir)
  const template = await readFile(path.join(directory, 'index.html'), 'utf8')
  expect((await readPortalTypeface(directory, template)).files).toEqual([])
  await rm(dataDir, { recursive: true })
})

test('a document without scripts links a style sheet that loads the typeface, the page does not', () => {
  const file = { letters: 'U+20-7E', url: '/assets/latin-1.woff2' }
  const page = createBrandDocument('<head><!--brand-head--></head>', defaultBrand, {
    portalTypeface: {
      name: 'Portal',
      weights: '400 700',
      files: [file],
    },
  })
  expect(page.typefaceSheet?.css).toBe(typefaceSheet({ name: 'Portal', weights: '400 700', files: [file] }))
  expect(page.typefaceSheet?.css).toContain("src:url('/assets/latin-1.woff2')")
  expect(page.html).not.toContain(page.typefaceSheet?.path)
  const plain = renderPlainDocument(page, defaultBrand.settings, { title: 'Code', language: 'en', content: '' })
  expect(plain).toContain(`<link rel="stylesheet" href="${page.typefaceSheet?.path}">`)
})
