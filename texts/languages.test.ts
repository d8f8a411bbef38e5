import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { textFileNames } from '#test/text-catalogs.ts'

const files = globSync('*/*', { cwd: import.meta.dirname }).map((file) => file.replaceAll('\\', '/'))

/** Returns the keys of all objects in a file. The number of elements in lists may differ between languages. */
function keysOf(texts: unknown): unknown {
  if (Array.isArray(texts)) return 'list'
  if (texts === null || typeof texts !== 'object') return typeof texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, keysOf(text)]))
}

function keysIn(language: string, part: string): unknown {
  return keysOf(JSON.parse(readFileSync(path.join(import.meta.dirname, language, `${part}.json`), 'utf8')))
}

test('a language is a folder with every part of the texts, and nothing else', () => {
  const expected = languages.flatMap((language) => textFileNames.map((part) => `${language}/${part}.json`))
  expect(files.toSorted()).toEqual(expected.toSorted())
})

test.each(languages)('each part in %s has the keys of the English one', (language) => {
  for (const part of textFileNames) expect(keysIn(language, part), part).toEqual(keysIn('en', part))
})
