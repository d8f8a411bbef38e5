import { expect, test } from 'vitest'
import { type AxeFindings, conformanceOf, type HumanEvaluation } from './conformance.ts'
import { wcagCriteria, criterionNumberOfTag } from './wcag.ts'

const axe: AxeFindings = {
  axeVersion: '4.13.0',
  screens: ['/appliances', '/account'],
  rules: [
    { id: 'color-contrast', tags: ['cat.color', 'wcag2aa', 'wcag143'], violations: [] },
    { id: 'label', tags: ['wcag2a', 'wcag412'], violations: ['/account: <input>'] },
  ],
}
const evaluation: HumanEvaluation = {
  criterion: '1.4.3',
  level: 'supports',
  notes: 'Measured on all screens.',
  evaluator: 'A. Berg',
  date: '2026-11-25',
}

function adherenceOf(number: string, evaluations: HumanEvaluation[] = [], failed = 0): string | undefined {
  const endToEnd = [{ file: 'focus.spec.ts', passed: 3, failed }]
  return conformanceOf({ axe, endToEnd, evaluations }).find((result) => result.number === number)?.adherence
}

test('the report names the 31 criteria of level A and the 24 of level AA of WCAG 2.2 once each', () => {
  expect(wcagCriteria.filter(({ level }) => level === 'A')).toHaveLength(31)
  expect(wcagCriteria.filter(({ level }) => level === 'AA')).toHaveLength(24)
  expect(new Set(wcagCriteria.map(({ number }) => number)).size).toBe(55)
})

test('a criterion that no person evaluated is not evaluated, regardless of the result of axe-core', () => {
  expect(adherenceOf('1.4.3')).toBe('not-evaluated')
  expect(adherenceOf('1.4.3', [evaluation])).toBe('supports')
})

test('a violation or a failed end-to-end test keeps a criterion from being supported', () => {
  expect(adherenceOf('4.1.2')).toBe('partially-supports')
  expect(adherenceOf('4.1.2', [{ ...evaluation, criterion: '4.1.2' }])).toBe('partially-supports')
  expect(adherenceOf('2.4.3', [{ ...evaluation, criterion: '2.4.3' }], 1)).toBe('partially-supports')
  expect(adherenceOf('2.4.3', [{ ...evaluation, criterion: '2.4.3' }])).toBe('supports')
})

test('tags of axe-core name a criterion; tags of a level do not', () => {
  expect(['wcag143', 'wcag1410', 'wcag2aa', 'wcag22aa', 'best-practice'].map(criterionNumberOfTag)).toEqual([
    '1.4.3',
    '1.4.10',
    undefined,
    undefined,
    undefined,
  ])
})
