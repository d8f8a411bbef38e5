import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation, type Translation } from '#client/i18n/translation.ts'
import type { Example } from '#client/ui/example.ts'
import { type Language, languages } from '#contract/languages.ts'
import { componentNames, examplesOf } from './component-examples.ts'

const client = path.join(import.meta.dirname, '..')
const { brands } = await readBrands()
const settings = [...brands.values()].map((brand) => brand.settings)
const all = (
  await Promise.all(
    componentNames.map(async (component) => (await examplesOf(component)).map((example) => ({ component, example }))),
  )
).flat()

async function translationOf(language: Language): Promise<{ translation: Translation; missing: Set<string> }> {
  const text = readFileSync(path.join(client, `i18n/catalogs/${language}.json`), 'utf8')
  const messages = Object.entries(JSON.parse(text) as Record<string, string>)
  const translation = await createTranslation({
    load: async () => Object.fromEntries(messages.map(([id, message]) => [id, compileMessageOrThrow(message)])),
    keeping: { getItem: () => language, setItem: () => {} },
    wishes: [],
    onLanguage: () => {},
  })
  const missing = new Set<string>()
  translation.i18n.on('missing', ({ id }) => missing.add(id))
  return { translation, missing }
}

function markupOf({ render }: Example, translation: Translation, brand: (typeof settings)[number]): string {
  const { t, language, locale } = translation
  return renderToStaticMarkup(
    <MemoryRouter>
      <TextProvider translation={translation}>
        {render({ t, language: language(), locale: locale(), brand })}
      </TextProvider>
    </MemoryRouter>,
  )
}

test('every component shows itself in the gallery', () => {
  const folders = globSync('ui/*/', { cwd: client })
  const without = folders.filter((folder) => globSync(`${folder}/*.examples.tsx`, { cwd: client }).length === 0)
  expect(folders.length).toBeGreaterThan(20)
  expect(without).toEqual([])
})

test('the examples of a component have names of their own', () => {
  const names = all.map(({ component, example }) => `${component}: ${example.name}`)
  expect(new Set(names).size).toBe(names.length)
})

test.each(languages)('every example in every brand finds its texts in %s', async (language) => {
  const { translation, missing } = await translationOf(language)
  for (const { component, example } of all) {
    for (const brand of settings) {
      const markup = markupOf(example, translation, brand)
      expect(markup, `${component}: ${example.name}`).not.toMatch(/^$|undefined|\[object |NaN/u)
    }
  }
  expect([...missing]).toEqual([])
})
