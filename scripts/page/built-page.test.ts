import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'

const folder = join(import.meta.dirname, '../../dist/page')
const assets = globSync('assets/**/*.*', { cwd: folder })
const plain = assets.filter((name) => !/\.(?:br|gz)$/u.test(name))
/** The files that the build must compress. Pictures and typefaces are already compressed. */
const texts = plain.filter((name) => !/\.(?:png|woff2)$/u.test(name))
const html = await readFile(join(folder, 'index.html'), 'utf8')

test('assets are immutable: every name has a hash of its content', () => {
  expect(plain.length).toBeGreaterThan(20)
  expect(plain.filter((name) => !/-[\w-]{8}\.\w+$/u.test(name))).toEqual([])
})

test('assets are pre-compressed, and both formats decompress to the asset', async () => {
  const sizes = await Promise.all(texts.map(async (name) => ({ name, content: await readFile(join(folder, name)) })))
  const large = sizes.filter(({ content }) => content.length >= 500)
  for (const { name, content } of large) {
    expect(brotliDecompressSync(await readFile(join(folder, `${name}.br`))).equals(content), name).toBe(true)
    expect(gunzipSync(await readFile(join(folder, `${name}.gz`))).equals(content), name).toBe(true)
  }
})

test('the served HTML has a placeholder for everything that a brand shows before any script runs', () => {
  for (const mark of ['brand-head', 'brand-drawing', 'brand-logo', 'brand-name'])
    expect(html).toContain(`<!--${mark}-->`)
})

test('the script for the first calls runs before the page and has the file names of each language', async () => {
  const [, src = ''] = /<body>\s*<script src="\/(assets\/first-calls-[\w-]{8}\.js)"/u.exec(html) ?? []
  const script = await readFile(join(folder, src), 'utf8')
  for (const language of languages)
    expect(plain.some((name) => name.startsWith(`assets/${language}-`) && script.includes(`/${name}`))).toBe(true)
})

test('additional code for long lists is linked, marked for people who have one', () => {
  const links = html.match(/<link\b[^>]*\bdata-many\b[^>]*>/gu) ?? []
  const names = links.map((link) => /href="\/([^"]+)"/u.exec(link)?.[1] ?? '')
  expect(plain).toEqual(expect.arrayContaining(names))
  const kinds = names.map((name) => name.replace(/-[\w-]{8}\./u, '.'))
  expect(kinds).toEqual(expect.arrayContaining(['assets/many-appliances.js', 'assets/many-appliances.css']))
  expect(kinds).not.toContain('assets/page.js')
  for (const link of links) expect(link).toMatch(/ rel="(?:modulepreload|preload" as="style)" crossorigin /u)
})

test('the script of every view begins with the hint to compile it while it loads', async () => {
  const [page = ''] = plain.filter((name) => /^assets\/page-[\w-]{8}\.js$/u.test(name))
  expect(await readFile(join(folder, page), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/u)
})

test('browsers without scripts show a message in every language', () => {
  const sentences = html.match(/<p lang="[a-z]{2}">[^<]+<\/p>/gu) ?? []
  expect(html).toContain('<p lang="en">This portal needs JavaScript.')
  expect(sentences).toHaveLength(languages.length)
})

test('the gallery is not in the built page', async () => {
  const scripts = plain.filter((name) => name.endsWith('.js'))
  const contents = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))
  expect(contents.some((text) => text.includes('/gallery'))).toBe(false)
})
