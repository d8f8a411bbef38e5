import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A failed test with its file, its titles, and the first lines of its error. */
export type FailedTest = { name: string; reason: string }

/** The results of a test runner. `retried`: tests that passed only after a retry. `skipped`: tests that did not run. */
export type TestReport = { passed: number; failures: FailedTest[]; retried: string[]; skipped: string[] }

const skippedInCi = 'It did not run: a program that it starts is missing on this machine.'

/** Counts skipped tests as failed if `isCi`, because CI must run all tests. */
export function countSkippedAsFailedInCi(report: TestReport, isCi: boolean): TestReport {
  if (!isCi) return report
  const skippedTests = report.skipped.map((name) => ({ name, reason: skippedInCi }))
  return { ...report, failures: [...report.failures, ...skippedTests], skipped: [] }
}

/** Returns the last line that `npm test` prints: the counts of all checks. */
export function formatSummary({ passed, failures, skipped }: Omit<TestReport, 'retried'>): string {
  const line = `${passed} passed, ${failures.length} failed`
  return skipped.length === 0 ? line : `${line}, ${skipped.length} skipped (programs are missing, see above)`
}

/** Reads the JSON report of Vitest (Jest's format) or Playwright. Returns undefined if the file does not exist. */
export async function readReport(path: string): Promise<TestReport | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const report = JSON.parse(text) as VitestReport | PlaywrightReport
  return 'testResults' in report ? reportOfVitest(report) : reportOfPlaywright(report)
}

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

function reportOfVitest({ numPassedTests, testResults }: VitestReport): TestReport {
  const failures = testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(process.cwd(), path)
    const failedTests = assertionResults.filter((test) => test.status === 'failed')
    // If a file cannot be loaded, or if its hooks fail, its report has no failed test. Then the file itself counts as a
    // failed test.
    if (failedTests.length === 0 && status === 'failed') return [{ name: file, reason: firstLines(message) }]
    return failedTests.map(({ fullName, failureMessages }) => ({
      name: `${file} › ${fullName}`,
      reason: firstLines(failureMessages?.[0] ?? ''),
    }))
  })
  // A passed test with failure messages has passed only after a retry.
  const retriedTests = testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length)
      .map(({ fullName }) => `${relative(process.cwd(), path)} › ${fullName}`),
  )
  const skippedTests = testResults.flatMap(({ name: path, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => `${relative(process.cwd(), path)} › ${fullName}`),
  )
  return { passed: numPassedTests, failures, retried: retriedTests, skipped: skippedTests }
}

type PlaywrightSuite = {
  title: string
  specs?: { title: string; file: string; line: number; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightTest = { status: string; results: { error?: { message?: string } }[] }
type PlaywrightReport = {
  suites: PlaywrightSuite[]
  errors?: { message?: string }[]
  stats: { expected: number; flaky: number }
}

function reportOfPlaywright({ suites, errors = [], stats }: PlaywrightReport): TestReport {
  const tests = suites.flatMap(testsIn)
  const failures = tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ name, results }) => ({ name, reason: firstLines(results.at(-1)?.error?.message ?? '') }))
  const brokenTests = errors.map(({ message = '' }) => ({ name: 'Playwright itself', reason: firstLines(message) }))
  const retriedTests = tests.filter(({ status }) => status === 'flaky').map(({ name }) => name)
  const skippedTests = tests.filter(({ status }) => status === 'skipped').map(({ name }) => name)
  return {
    passed: stats.expected + stats.flaky,
    failures: [...failures, ...brokenTests],
    retried: retriedTests,
    skipped: skippedTests,
  }
}

function testsIn({ specs = [], suites = [] }: PlaywrightSuite): (PlaywrightTest & { name: string })[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({ ...test, name: `e2e/${file}:${line} › ${title}` })),
  )
  return [...own, ...suites.flatMap(testsIn)]
}

/** The first four lines of an error: its message, the expected and received values, and a position outside node_modules. */
function firstLines(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^at .*node_modules/u.test(line))
    .slice(0, 4)
    .join('\n')
}
