import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'built-page-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'error', build: { outDir: folder } })
const assets = globSync('assets/**/*.*', { cwd: folder })
const plain = assets.filter((name) => !/\.(?:br|gz)$/u.test(name))
const html = await readFile(join(folder, 'index.html'), 'utf8')

test('assets are immutable: every name holds a hash of its content', () => {
  expect(plain.length).toBeGreaterThan(20)
  expect(plain.filter((name) => !/-[\w-]{8}\.\w+$/u.test(name))).toEqual([])
})

test('assets are pre-compressed, both ways, into what they are', async () => {
  const sizes = await Promise.all(plain.map(async (name) => ({ name, content: await readFile(join(folder, name)) })))
  const large = sizes.filter(({ content }) => content.length >= 1_000)
  for (const { name, content } of large) {
    expect(brotliDecompressSync(await readFile(join(folder, `${name}.br`))).equals(content), name).toBe(true)
    expect(gunzipSync(await readFile(join(folder, `${name}.gz`))).equals(content), name).toBe(true)
  }
})

test('the served HTML has a place for all that a brand shows before any script runs', () => {
  for (const mark of ['brand-head', 'brand-drawing', 'brand-logo', 'brand-name'])
    expect(html).toContain(`<!--${mark}-->`)
})

test('who has no scripts is told so, in every language', () => {
  const sentences = html.match(/<p lang="[a-z]{2}">[^<]+<\/p>/gu) ?? []
  expect(html).toContain('<p lang="en">This portal needs JavaScript.')
  expect(sentences).toHaveLength(languages.length)
})

test('the gallery is not in the built page', async () => {
  const scripts = plain.filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))
  expect(texts.some((text) => text.includes('/gallery'))).toBe(false)
})
