import { globSync } from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readBrands } from '#brands/read-brands.ts'
import { TextProvider } from '#client/i18n/text-provider.tsx'
import { createTranslation, type Translation } from '#client/i18n/translation.ts'
import type { Example } from '#client/ui/example.ts'
import type { Language } from '#contract/languages.ts'
import { readCatalog } from '#test/text-catalogs.ts'
import { StaticRouter } from '#client/router/static-router.tsx'
import { componentNames, loadExamples } from './component-examples.ts'

const client = path.join(import.meta.dirname, '..')
const { brands } = await readBrands()
const settings = [...brands.values()].map((brand) => brand.settings)
const all = (
  await Promise.all(
    componentNames.map(async (component) => (await loadExamples(component)).map((example) => ({ component, example }))),
  )
).flat()

async function translationOf(language: Language): Promise<{ translation: Translation; missing: Set<string> }> {
  const messages = Object.entries(readCatalog(language))
  const translation = await createTranslation({
    load: async () => Object.fromEntries(messages.map(([id, message]) => [id, compileMessageOrThrow(message)])),
    keeping: { getItem: () => language, setItem: () => {} },
    preferred: [],
    onLanguage: () => {},
  })
  const missing = new Set<string>()
  translation.i18n.on('missing', ({ id }) => missing.add(id))
  return { translation, missing }
}

function markupOf({ render }: Example, translation: Translation, brand: (typeof settings)[number]): string {
  const { t, language, locale } = translation
  return renderToStaticMarkup(
    <StaticRouter>
      <TextProvider translation={translation}>
        {render({ t, language: language(), locale: locale(), brand })}
      </TextProvider>
    </StaticRouter>,
  )
}

// A card reads its open tab from `history.state`, and from `localStorage` whether its appliance is newly added.
beforeAll(() => {
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterAll(() => vi.unstubAllGlobals())

test('every component is in the gallery', () => {
  const folders = globSync('ui/*/', { cwd: client })
  const without = folders.filter((folder) => globSync(`${folder}/*.examples.tsx`, { cwd: client }).length === 0)
  expect(folders.length).toBeGreaterThan(20)
  expect(without).toEqual([])
})

test('the examples of a component have unique names', () => {
  const names = all.map(({ component, example }) => `${component}: ${example.name}`)
  expect(new Set(names).size).toBe(names.length)
})

function expectShown(each: (typeof all)[number], markup: string): void {
  expect(markup, `${each.component}: ${each.example.name}`).not.toMatch(/^$|undefined|\[object |NaN/u)
}

const [anyBrand] = settings

// `texts/catalogs.test.ts` compares the messages of all languages with the English ones, so languages with different
// forms of a plural are enough here.
test.each(['en', 'fr', 'pl'] as const)('every example has its texts in %s', async (language) => {
  if (!anyBrand) throw new Error('There is no brand.')
  const { translation, missing } = await translationOf(language)
  for (const each of all) expectShown(each, markupOf(each.example, translation, anyBrand))
  expect([...missing]).toEqual([])
})

test.each(settings)('every example is shown in the brand $id', async (brand) => {
  const { translation } = await translationOf('en')
  for (const each of all) expectShown(each, markupOf(each.example, translation, brand))
})
