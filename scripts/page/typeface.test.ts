import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTypefacePart, typefaceParts } from './typeface.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'client/styles/typeface')

test('the served typeface is the one of the package, reduced to the letters of the page', async () => {
  for (const part of typefaceParts)
    expect((await createTypefacePart(part)).equals(await readFile(join(folder, part.file))), part.file).toBe(true)
})

test('the typeface has at most 40 kB, and its licence is with it', async () => {
  const files = await Promise.all(typefaceParts.map(({ file }) => readFile(join(folder, file))))
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(40_000)
  expect(await readFile(join(folder, 'OFL.txt'), 'utf8')).toContain('SIL Open Font License, Version 1.1')
})

test('the typeface has every letter of every text', async () => {
  // The read-me files of packages are not part of the page.
  const files = globSync('texts/*/*.json', { cwd: root, exclude: ['**/*-read-me.json'] })
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const isThere = (letter: string) => {
    const point = letter.codePointAt(0) ?? 0
    return typefaceParts.some(({ ranges }) => ranges.some(([first, last]) => first <= point && point <= last))
  }
  const missing = [...new Set(texts.join(''))].filter((letter) => letter !== '\n' && !isThere(letter))
  expect(missing).toEqual([])
})
