import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultCode, faultQuery, faultTextLimits, faultTextsByCode, faultSeverityOf, toFaultCode } from './faults.ts'
import { type Language, languages } from './languages.ts'
import { sampleFaults } from './sample-faults.ts'

const folder = path.join(import.meta.dirname, '../texts')

function textsOf(language: Language) {
  return faultTextsByCode.parse(JSON.parse(readFileSync(path.join(folder, language, 'sample-faults.json'), 'utf8')))
}

/** Returns the words for the service provider on the page in a language. The texts of faults quote these words. */
function providerIn(language: Language): string {
  const catalog = JSON.parse(readFileSync(path.join(folder, language, 'page.json'), 'utf8')) as Record<string, string>
  return catalog['tab.provider'] ?? ''
}

test.each(languages)('every sample fault has all texts in %s, within their limits', (language) => {
  const texts = textsOf(language)
  expect(Object.keys(texts)).toEqual(sampleFaults.map(({ code }) => code))
  for (const { title, selfHelp, ...others } of Object.values(texts)) {
    expect(title).toMatch(/\S.{3,}[^.]$/u)
    expect(title.length).toBeLessThanOrEqual(faultTextLimits.title)
    expect(selfHelp.length).toBeGreaterThan(0)
    expect(selfHelp.length).toBeLessThanOrEqual(faultTextLimits.steps)
    for (const text of [...selfHelp, ...Object.values(others)]) {
      expect(text).toMatch(/^\p{Lu}[^<>'"]+\.$/u)
      expect(text.length).toBeLessThanOrEqual(faultTextLimits.text)
    }
  }
})

test.each(languages)('fault titles in %s are unique', (language) => {
  const titles = Object.values(textsOf(language)).map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

test.each(languages)('contacts have the same name in %s as on the page', (language) => {
  const [stem = ''] = /\p{L}{4}/u.exec(providerIn(language).toLowerCase()) ?? []
  const silent = Object.entries(textsOf(language)).filter(
    ([code, { call }]) => code !== 'G901' && !call.toLowerCase().includes(stem),
  )
  expect(silent).toEqual([])
})

test.each(languages)('an emergency says in %s to leave the house first and to call from outside', (language) => {
  const texts = textsOf(language)
  const emergencies = sampleFaults.filter(({ emergency }) => emergency).map(({ code }) => code)
  expect(emergencies).toEqual(['G901', 'G902'])
  const [first, second] = emergencies.map((code) => texts[code])
  expect(first?.call).toContain('112')
  expect(second?.call).toContain('112')
  expect(first?.selfHelp[0]).toBe(second?.selfHelp[0])
})

test('ERROR and WARNING are faults, other statuses are not', () => {
  expect(
    ['ERROR', 'WARNING', 'ONLINE', 'WORKING', 'OFFLINE', 'UNKNOWN'].map((s) => faultSeverityOf(s as 'ERROR')),
  ).toEqual(['ERROR', 'WARNING', null, null, null, null])
})

test.each(['E104', 'F.28', '2E/207', 'A21-1045', 'e 9', '7', 'X'.repeat(20)])('%s is a valid code', (code) => {
  expect(toFaultCode(code)).toBe(code)
})

test.each([
  undefined,
  null,
  '',
  ' ',
  104,
  {},
  ['E104'],
  ' E104',
  'E104\n',
  'E,1',
  '<b>1</b>',
  '../E1',
  'É1',
  '\u202eE1',
  'X'.repeat(21),
])('%j is not a valid code', (value) => {
  expect(toFaultCode(value)).toBeNull()
})

test('for any reported value, a code is short and safe in an address', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const code = toFaultCode(value)
      expect(code === null || (code.length <= 20 && faultCode.safeParse(code).success)).toBe(true)
    }),
  )
})

test('up to 20 faults are requested at once, each code once', () => {
  expect(faultTextLimits).toEqual({ title: 80, text: 600, steps: 8 })
  const codes = (count: number) => Array.from({ length: count }, (_, index) => `E${index}`).join(',')
  const isAccepted = (query: object) => faultQuery.safeParse({ language: 'en', ...query }).success
  expect([20, 21].map((count) => isAccepted({ codes: codes(count) }))).toEqual([true, false])
  expect(faultQuery.parse({ language: 'en', codes: 'E1,E1' }).codes).toEqual(['E1'])
  expect(isAccepted({ codes: Array.from({ length: 500 / 2 }, () => 'E').join(',') })).toBe(true)
  expect(isAccepted({ codes: `${Array.from({ length: 500 / 2 }, () => 'E').join(',')},E` })).toBe(false)
  expect(isAccepted({ codes: 'E1', more: '1' })).toBe(false)
  expect(faultCode.safeParse('?').error?.issues.map(({ message }) => message)).toEqual(['pattern'])
})
