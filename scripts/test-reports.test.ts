import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { formatSummary, countSkippedAsFailedInCi, readReport } from './test-reports.ts'

const folder = await mkdtemp(join(tmpdir(), 'reports-test-'))
afterAll(() => rm(folder, { recursive: true }))

async function reportOf(content: object) {
  const path = join(folder, 'report.json')
  await writeFile(path, JSON.stringify(content))
  return readReport(path)
}

test('a failed test of Vitest has its file, its title and the expected value', async () => {
  const failureMessages = [
    'AssertionError: expected 2 to be 1\n    at server/a.test.ts:3:5\n    at x/node_modules/y.js:1:1',
  ]
  const assertionResults = [
    { fullName: 'holds', status: 'passed', failureMessages: null },
    { fullName: 'breaks', status: 'failed', failureMessages },
  ]
  const failed = { name: join(process.cwd(), 'server/a.test.ts'), status: 'failed', message: '', assertionResults }
  expect(await reportOf({ numPassedTests: 1, testResults: [failed] })).toEqual({
    passed: 1,
    failures: [
      { name: 'server/a.test.ts › breaks', reason: 'AssertionError: expected 2 to be 1\nat server/a.test.ts:3:5' },
    ],
    retried: [],
    skipped: [],
  })
})

test('a Vitest test that passed after a retry is listed', async () => {
  const name = join(process.cwd(), 'server/a.test.ts')
  const assertionResults = [
    { fullName: 'holds', status: 'passed', failureMessages: [] },
    { fullName: 'wavers', status: 'passed', failureMessages: ['AssertionError: expected 2 to be 1'] },
  ]
  const report = await reportOf({
    numPassedTests: 2,
    testResults: [{ name, status: 'passed', message: '', assertionResults }],
  })
  expect(report).toEqual({ passed: 2, failures: [], retried: ['server/a.test.ts › wavers'], skipped: [] })
})

test('a file of Vitest that cannot be loaded counts as a failure', async () => {
  const name = join(process.cwd(), 'server/b.test.ts')
  const broken = { name, status: 'failed', message: "Cannot find module './c.ts'", assertionResults: [] }
  const report = await reportOf({ numPassedTests: 0, testResults: [broken] })
  expect(report?.failures).toEqual([{ name: 'server/b.test.ts', reason: "Cannot find module './c.ts'" }])
})

test('a failed test of Playwright has its file, line, title and the error of its last try', async () => {
  const results = [{ error: { message: 'first' } }, { error: { message: '\u001b[31mError:\u001b[39m not\n\nvisible' } }]
  const specOf = (title: string, status: string) => ({
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ status, results }],
  })
  const inner = { title: 'group', specs: [specOf('breaks', 'unexpected'), specOf('wavers', 'flaky')] }
  const suites = [{ title: 'a.spec.ts', specs: [specOf('holds', 'expected')], suites: [inner] }]
  expect(await reportOf({ suites, errors: [], stats: { expected: 1, flaky: 1 } })).toEqual({
    passed: 2,
    failures: [{ name: 'e2e/a.spec.ts:7 › breaks', reason: 'Error: not\nvisible' }],
    retried: ['e2e/a.spec.ts:7 › wavers'],
    skipped: [],
  })
})

test('if a runner was ended before it wrote, there is no report', async () => {
  expect(await readReport(join(folder, 'none.json'))).toBeUndefined()
})

const skipping = { passed: 2, failures: [], retried: [], skipped: ['server/nats.test.ts › over NATS works'] }

test('a skipped test of Vitest or Playwright is listed', async () => {
  const name = join(process.cwd(), 'server/nats.test.ts')
  const assertionResults = [{ fullName: 'over NATS works', status: 'skipped', failureMessages: [] }]
  const testResults = [{ name, status: 'passed', message: '', assertionResults }]
  expect(await reportOf({ numPassedTests: 2, testResults })).toEqual(skipping)
  const specs = [{ title: 'scans', file: 'a.spec.ts', line: 7, tests: [{ status: 'skipped', results: [] }] }]
  const suites = [{ title: 'a.spec.ts', specs }]
  expect((await reportOf({ suites, stats: { expected: 0, flaky: 0 } }))?.skipped).toEqual(['e2e/a.spec.ts:7 › scans'])
})

test('the closing line counts the tests that did not run', () => {
  expect(formatSummary({ ...skipping, skipped: [] })).toBe('2 passed, 0 failed')
  expect(formatSummary(skipping)).toBe('2 passed, 0 failed, 1 skipped (programs are missing, see above)')
})

test('in CI a test that did not run has failed', () => {
  expect(countSkippedAsFailedInCi(skipping, false)).toBe(skipping)
  const { failures, skipped } = countSkippedAsFailedInCi(skipping, true)
  expect(failures.map(({ name }) => name)).toEqual(['server/nats.test.ts › over NATS works'])
  expect(skipped).toEqual([])
})
