import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressRequestBody } from '#contract/address-form.ts'
import { address } from '#contract/address.ts'
import { countries } from '#contract/countries.ts'
import { legalLanguageOfCountry, languages } from '#contract/languages.ts'
import { pagePaths } from '#contract/pages.ts'
import { refusalCodes } from '#contract/refusals.ts'
import { type RefusalKind, refusalStatusOf } from '#server/http/refusals.ts'

// Checks that the lists in the specification equal those in the code. A change of one therefore requires a change of
// the other.

/** Returns the text of a section of the specification, without its heading. */
function sectionOf(number: string): string {
  const [chapter = ''] = number.split('.')
  const [file = ''] = globSync(`docs/specification/${chapter.padStart(2, '0')}-*.md`)
  const [, text = ''] = readFileSync(file, 'utf8').split(new RegExp(`^## ${number.replace('.', '\\.')} .*$`, 'mu'))
  return text.split(/^## /mu)[0] ?? ''
}

/** Returns the cells of each row of a markdown table, without the head. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** Returns the texts in backticks. */
function quotedIn(text = ''): string[] {
  return [...text.matchAll(/`([^`]+)`/gu)].map(([, quoted = '']) => quoted)
}

test('the route table has the paths of the page', () => {
  const specified = rowsOf(sectionOf('2.1')).flatMap(([paths]) =>
    quotedIn(paths).map((path) => path.replace(/\?.*$/u, '')),
  )
  const shape = (path: string) => path.replaceAll(/:\w+|\{\w+\}/gu, '*')
  expect(specified.map(shape).toSorted()).toEqual([...pagePaths, '/not-found'].map(shape).toSorted())
})

test('an address has the fields that the specification lists, as stored and as sent', () => {
  const kept = quotedIn(sectionOf('3.2')).filter((quoted) => !quoted.includes('/'))
  const [, sent] = rowsOf(sectionOf('3.6')).find(([request]) => request === 'address') ?? []
  expect(kept.toSorted()).toEqual(Object.keys(address.shape).toSorted())
  expect(quotedIn(sent).toSorted()).toEqual(Object.keys(addressRequestBody.shape).toSorted())
})

test('the languages and the language of each country are those of the specification', () => {
  const section = sectionOf('9.8')
  expect(/^Languages: ([^;]+);/mu.exec(section)?.[1]?.split(', ')).toEqual(languages)
  const specified = rowsOf(section).flatMap(([of = '', language]) =>
    of.split(', ').map((country) => [country, language]),
  )
  expect(Object.fromEntries(specified)).toEqual(legalLanguageOfCountry)
})

test('the table of refusals has every code with its status', () => {
  const specified = rowsOf(sectionOf('13.3')).flatMap(([statuses = '', codes]) =>
    quotedIn(codes).map((code) => ({ code, statuses: statuses.split(', ').map(Number) })),
  )
  expect(specified.map(({ code }) => code).toSorted()).toEqual([...refusalCodes].toSorted())
  const kindsOf = (code: string) =>
    (code === 'invalid-request' ? ['malformed', 'rule-broken'] : [code]) as RefusalKind[]
  const wrong = specified.filter(
    ({ code, statuses }) => !kindsOf(code).every((kind) => statuses.includes(refusalStatusOf(kind))),
  )
  expect(wrong).toEqual([])
})

test('counts of languages or countries in documents are current', () => {
  const files = globSync(['*.md', 'docs/**/*.md'])
  const counted = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(\d+)\s+(languages|countries)\b/gu)].map(([, count, what]) => ({
      file,
      count: Number(count),
      all: what === 'languages' ? languages.length : countries.length,
    })),
  )
  expect(counted.length).toBeGreaterThan(5)
  expect(counted.filter(({ count, all }) => count !== all)).toEqual([])
})
