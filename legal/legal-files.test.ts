import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countries } from '#contract/countries.ts'
import { legalLanguageOfCountry } from '#contract/languages.ts'
import type { Country } from '#contract/countries.ts'

const kinds = ['tos', 'service-description', 'legal-notice', 'data-act'] as const
const pages = [...kinds, 'imprint', 'privacy']

/** Countries without rights by Regulation (EU) 2023/2854. */
const voluntary: readonly Country[] = ['CH', 'FO', 'GB']

const notices: Readonly<Record<string, string>> = {
  cs: 'Vzorový text',
  da: 'Eksempeltekst',
  de: 'Mustertext',
  en: 'Sample text',
  es: 'Texto de muestra',
  fr: 'Modèle de texte',
  it: 'Testo di esempio',
  nl: 'Voorbeeldtekst',
  pl: 'Tekst przykładowy',
  sk: 'Vzorový text',
  sl: 'Vzorčno besedilo',
  sv: 'Exempeltext',
}

const frontMatter =
  /^---\ntitle: (?<quote>['"])(?<title>[^\n]+)\k<quote>\nversion: '(?<version>[^'\n]{1,32})'\neffectiveDate: '(?<effectiveDate>[\d-]+)'\nsample: (?<sample>true|false)\n---\n\n(?<body>[\s\S]+)$/u

type LegalFile = { path: string; language: string; country: Country; kind: string; text: string }

const files = globSync('*/*/*.md', { cwd: import.meta.dirname }).map(read)
const samples = files.filter(({ text }) => partsOf(text)['sample'] === 'true')
const samplesOf = (kind: string): LegalFile[] => samples.filter((file) => file.kind === kind)

function read(found: string): LegalFile {
  const [language = '', country = '', name = ''] = found.split(path.sep)
  const text = readFileSync(path.join(import.meta.dirname, found), 'utf8')
  return {
    path: `${language}/${country}/${name}`,
    language,
    country: country as Country,
    kind: name.slice(0, -3),
    text,
  }
}

function partsOf(text: string): Partial<Record<string, string>> {
  return frontMatter.exec(text)?.groups ?? {}
}

function bodyOf({ text }: LegalFile): string {
  return partsOf(text)['body'] ?? ''
}

function headingsOf(file: LegalFile): string[] {
  return bodyOf(file)
    .split('\n')
    .filter((line) => /^#+ /u.test(line))
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{[^}]*\}/gu)].map(([placeholder]) => placeholder)
}

/** Checks for the headings `## 1. …` to `## n. …`, each with a unique title. */
function expectNumbered(headings: string[], count: number): void {
  expect(headings.map((heading) => Number(/^## (\d+)\. \p{L}/u.exec(heading)?.[1]))).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  )
  expect(new Set(headings.map((heading) => heading.replace(/\d+/u, ''))).size).toBe(count)
}

test.each(countries)('%s has every kind of legal text in its default language', (country) => {
  const legalFiles = files.filter(
    (file) => file.country === country && file.language === legalLanguageOfCountry[country],
  )
  expect(legalFiles.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted())
})

test('every file in a language folder is used by a page', () => {
  const legalFiles = files.filter(
    ({ country, kind }) => countries.includes(country) && (kinds as readonly string[]).includes(kind),
  )
  expect(files.filter((file) => !legalFiles.includes(file))).toEqual([])
})

test.each(files)('$path has a title, a version, an effective date and says whether it is a sample', ({ text }) => {
  const { title, version, effectiveDate, sample } = partsOf(text)
  expect(title).toMatch(/^\p{Lu}/u)
  expect(version).toBeDefined()
  expect(new Date(effectiveDate ?? '').toISOString().slice(0, 10)).toBe(effectiveDate)
  expect(sample).toBeDefined()
})

test.each(countries)('the terms for %s have one version in all languages', (country) => {
  const terms = files.filter((file) => file.country === country && file.kind === 'tos')
  expect(new Set(terms.map(({ text }) => partsOf(text)['version'])).size).toBe(1)
})

test.each(samples)('$path is marked as a sample for the operator to replace', (file) => {
  const [notice] = bodyOf(file).split('\n\n')
  expect(notice).toContain(`> **${notices[file.language]}.** `)
  expect(notice?.length).toBeGreaterThan(120)
})

test.each(samplesOf('tos'))('$path has 13 sections from the parties to the contact', (file) => {
  expectNumbered(headingsOf(file), 13)
})

test.each(samplesOf('service-description'))('$path has 7 sections from the purpose to the support', (file) => {
  expectNumbered(headingsOf(file), 7)
})

test.each(files.filter(({ kind }) => kind === 'data-act'))(
  '$path covers the nine items of Article 3(3), each under its number',
  (file) => {
    expectNumbered(headingsOf(file), 9)
    expect(bodyOf(file)).toContain('2023/2854')
  },
)

test.each(samplesOf('data-act'))('$path names the authority exactly if owners have a right by law', (file) => {
  expect(bodyOf(file).includes('{dataActAuthority}')).toBe(!voluntary.includes(file.country))
})

test.each(samplesOf('data-act'))('$path says how long data and files are stored, in item 2', (file) => {
  const item = bodyOf(file).split(/^## /mu)[2]
  expect(item).toMatch(/24 \p{L}.*30 \p{L}/u)
})

test.each(samplesOf('tos'))('$path says on which legal basis data is used', (file) => {
  expect(bodyOf(file)).toContain('2023/2854')
  expect(bodyOf(file)).toContain(`/policies/${file.language}/${file.country}/privacy`)
})

test.each(files)('$path is plain markdown under the title of its page', (file) => {
  expect(headingsOf(file).filter((heading) => !heading.startsWith('## '))).toEqual([])
  expect(bodyOf(file)).not.toMatch(/<|%|\[\[/u)
})

test.each(files)('$path links only to pages of its own language and country', (file) => {
  const targets = [...bodyOf(file).matchAll(/\]\(([^)]*)\)/gu)].map((match) => match[1])
  const own = pages.map((page) => `/policies/${file.language}/${file.country}/${page}`)
  expect(targets.filter((target) => !own.includes(target ?? ''))).toEqual([])
})

test.each(files)('$path uses only the placeholders that the read-me explains', ({ text }) => {
  const placeholders = placeholdersOf(readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8'))
  expect(placeholdersOf(text).filter((placeholder) => !placeholders.includes(placeholder))).toEqual([])
  expect(text.replaceAll(/\{\w+\}/gu, '')).not.toMatch(/[{}]/u)
})

test('every placeholder that the read-me explains is used', () => {
  // An operator who replaced samples decides about the placeholders.
  if (samples.length < files.length) return
  const used = new Set(files.flatMap(({ text }) => placeholdersOf(text)))
  const placeholders = placeholdersOf(readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8'))
  expect([...new Set(placeholders)].filter((placeholder) => !used.has(placeholder))).toEqual([])
})
