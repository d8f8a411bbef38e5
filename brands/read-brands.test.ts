import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { defaultBrandId, readBrands } from './read-brands.ts'

const here = import.meta.dirname
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'brands-'))
  await cp(path.join(here, defaultBrandId), path.join(directory, defaultBrandId), { recursive: true })
})

afterEach(async () => {
  await rm(directory, { recursive: true })
})

/** The countries of the brands in the specification. More brands may exist. */
const countriesOf = {
  alder: 'GB',
  birch: 'AT CZ DE IT LU PL CH',
  cedar: 'AT CZ DE DK ES GB IT NL PL SE FO FR CH',
  dogwood: 'NL',
  elder: 'SE CZ',
  fir: 'FR',
}

test('cedar is the default brand', async () => {
  const { brands, defaultBrand } = await readBrands()
  expect(defaultBrand).toEqual(brands.get('cedar'))
  expect(defaultBrand.settings.title).toBe('Gateway Management Portal')
})

test.each(Object.entries(countriesOf))('%s serves the countries of the specification: %s', async (id, countries) => {
  const { brands } = await readBrands()
  expect(brands.get(id)?.settings.countries.join(' ')).toBe(countries)
})

test.each(['alder', 'birch', 'dogwood'])('%s has its own logo, title and favicon', async (id) => {
  const { brands, defaultBrand } = await readBrands()
  const brand = brands.get(id)
  expect(brand?.logoSvg).not.toBe(defaultBrand.logoSvg)
  expect(brand?.settings.title).not.toBe(defaultBrand.settings.title)
  expect(brand?.faviconSvg).not.toBe(defaultBrand.faviconSvg)
})

test.each(['elder', 'fir'])(
  '%s falls back to the default logo, title and favicon, but keeps name and colours',
  async (id) => {
    const { brands, defaultBrand } = await readBrands()
    const brand = brands.get(id)
    expect(brand?.logoSvg).toBe(defaultBrand.logoSvg)
    expect(brand?.settings.title).toBe(defaultBrand.settings.title)
    expect(brand?.faviconSvg).toBe(defaultBrand.faviconSvg)
    expect(brand?.settings.name).not.toBe(defaultBrand.settings.name)
    expect(brand?.theme).not.toEqual(defaultBrand.theme)
  },
)

test.each(Object.keys(countriesOf))(
  '%s has a greeting in each language, and a drawing style of its own',
  async (id) => {
    const { brands } = await readBrands()
    const styleOf = (brand: string) =>
      JSON.stringify(
        Object.entries(brands.get(brand)?.theme.light ?? {}).filter(([role]) => role.startsWith('drawing-')),
      )
    expect(Object.keys(brands.get(id)?.settings.greeting ?? {}).toSorted()).toEqual(languages.toSorted())
    const alike = Object.keys(countriesOf).filter((other) => styleOf(other) === styleOf(id))
    expect(alike).toEqual([id])
  },
)

test('a brand without greeting and backdrop has none', async () => {
  await addBrand('gorse', {})
  for (const file of ['greeting.json', 'backdrop.svg']) await rm(path.join(directory, 'gorse', file))
  const { brands } = await readBrands(directory)
  expect(brands.get('gorse')?.settings.greeting).toEqual({})
})

test.each(['no JSON', '{"xx": "Hello."}', '{"en": ""}', `{"en": "${'x'.repeat(61)}"}`])(
  'the greeting %s is refused in one sentence',
  async (text) => {
    await addBrand('gorse', {})
    await writeFile(path.join(directory, 'gorse', 'greeting.json'), text)
    await expect(readBrands(directory)).rejects.toThrow('Brand gorse: its greeting.json is not valid.')
  },
)

test('adding a brand is adding a folder', async () => {
  await addBrand('gorse', {})
  const { brands } = await readBrands(directory)
  expect([...brands.keys()]).toEqual(['cedar', 'gorse'])
  expect(brands.get('gorse')?.settings).toMatchObject({ name: 'Gorse', countries: ['DE'] })
})

test.each([
  [{ countries: ['XX'] }, "Brand gorse: 'brand.countries.0' in brand.ts is not valid"],
  [{ supportMail: 'nobody' }, "Brand gorse: 'brand.supportMail' in brand.ts is not valid"],
  [{ supportPhone: '030 23125' }, "Brand gorse: 'brand.supportPhone' in brand.ts is not valid"],
  [{ logo: '../../secret.svg' }, "Brand gorse: 'brand.logo' in brand.ts is not valid"],
  [{ logo: 'absent.svg' }, 'Brand gorse: the file absent.svg cannot be read.'],
  [{ id: 'broom' }, 'Brand gorse: its id must be the name of its folder.'],
])('a brand with %o is refused in one sentence', async (change, sentence) => {
  await addBrand('gorse', change)
  await expect(readBrands(directory)).rejects.toThrow(sentence)
})

test.each([
  [':root { --brand: #112233; }', 'needs a :root rule for light and one for prefers-color-scheme: dark'],
  ['body { color: red; }', 'needs a :root rule'],
  [twoRules('--brand: #112233;', ''), 'sets brand for one of light and dark only'],
  [twoRules('', '--shadow: none;'), 'sets shadow for one of light and dark only'],
  [twoRules('--space-1: 9px;', ''), 'sets space-1, which is no role a theme may set'],
  [twoRules('display: none;', ''), 'sets (display), which is no role a theme may set'],
  [`${twoRules('', '')} main { color: red; }`, 'may hold nothing but its two :root rules'],
])('a theme that is %s is refused', async (css, reason) => {
  await addBrand('gorse', {})
  await writeFile(path.join(directory, 'gorse', 'theme.css'), css)
  await expect(readBrands(directory)).rejects.toThrow(`Brand gorse: theme.css ${reason}`)
})

const typeface = {
  name: 'Gorse Sans',
  weights: '400 700',
  files: [{ file: 'latin.woff2', letters: 'U+20-7E, U+A0-FF' }],
  fallbacks: [{ like: 'Arial', sizeAdjust: 99.6, ascent: 98.8, descent: 31.7 }],
}

test('a brand may have its own typeface, with files in its folder', async () => {
  await addBrand('gorse', { typeface })
  await writeFile(path.join(directory, 'gorse', 'latin.woff2'), 'wOF2 and letters')
  const { brands, defaultBrand } = await readBrands(directory)
  const { files, ...words } = brands.get('gorse')?.typeface ?? {}
  expect(words).toEqual({ name: 'Gorse Sans', weights: '400 700', fallbacks: typeface.fallbacks })
  expect(files?.map(({ letters, content }) => [letters, String(content)])).toEqual([
    ['U+20-7E, U+A0-FF', 'wOF2 and letters'],
  ])
  expect(defaultBrand.typeface).toBeNull()
})

test.each([
  [{ name: "Gorse';}body{display:none" }, 'wOF2', "'brand.typeface.name' in brand.ts is not valid"],
  [{ weights: 'bold' }, 'wOF2', "'brand.typeface.weights' in brand.ts is not valid"],
  [{ files: [] }, 'wOF2', "'brand.typeface.files' in brand.ts is not valid"],
  [{ files: [{ file: '../latin.woff2', letters: 'U+20' }] }, 'wOF2', "'brand.typeface.files.0.file' in brand.ts"],
  [{ files: [{ file: 'latin.woff2', letters: 'all' }] }, 'wOF2', "'brand.typeface.files.0.letters' in brand.ts"],
  [{ files: [{ file: 'absent.woff2', letters: 'U+20' }] }, 'wOF2', 'the file absent.woff2 cannot be read.'],
  [{ fallbacks: [] }, 'wOF2', "'brand.typeface.fallbacks' in brand.ts is not valid"],
  [{}, '<svg>', 'its typeface has a file that is no WOFF2.'],
  [{}, `wOF2${' '.repeat(100_000)}`, 'its typeface weighs more than 100 kB.'],
])('a typeface with %o is refused in one sentence', async (change, content, sentence) => {
  await addBrand('gorse', { typeface: { ...typeface, ...change } })
  await writeFile(path.join(directory, 'gorse', 'latin.woff2'), content)
  await expect(readBrands(directory)).rejects.toThrow(`Brand gorse: ${sentence}`)
})

test('without the default brand nothing starts', async () => {
  await addBrand('gorse', {})
  await rm(path.join(directory, defaultBrandId), { recursive: true })
  await expect(readBrands(directory)).rejects.toThrow('The default brand cedar has no folder.')
})

function twoRules(light: string, dark: string): string {
  return `:root { ${light} } @media (prefers-color-scheme: dark) { :root { ${dark} } }`
}

async function addBrand(id: string, change: object): Promise<void> {
  const folder = path.join(directory, id)
  await cp(path.join(directory, defaultBrandId), folder, { recursive: true })
  const brand = { ...gorse, ...change }
  await writeFile(path.join(folder, 'brand.ts'), `export const brand = ${JSON.stringify(brand)}`)
}

const gorse = {
  id: 'gorse',
  name: 'Gorse',
  title: null,
  logo: null,
  favicon: null,
  countries: ['DE'],
  supportMail: 'support@gorse.example',
  supportPhone: '+49 30 23125 130',
  appStoreLinks: { ios: 'https://apps.gorse.example/ios', android: 'https://apps.gorse.example/android' },
  privacyCookie: 'gorse_privacy',
  dataActUrl: 'https://www.gorse.example/data-act',
}
