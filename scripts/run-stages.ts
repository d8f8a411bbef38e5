import { spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { formatSummary, countSkippedAsFailedInCi, readReport, type TestReport } from './test-reports.ts'

/**
 * One step of the checks. `command`: a program of node_modules/.bin, or a script. `report`: the path of the test
 * report, if the step writes one.
 */
export type CheckStep = { name: string; command: string[]; report?: string }

/**
 * Lists of steps, called lanes. The steps of a lane run in order. The lanes run in parallel, or on a machine with one
 * core one after the other.
 */
export type CheckStage = CheckStep[][]

/** The result of a step. A step without a report counts as one test. */
type Outcome = TestReport

const root = join(import.meta.dirname, '..')
const reports = join(root, 'dist/reports')
const namedFailures = 25
const lastWordsMs = 1_000

/** Returns the path of the report that a test runner writes. */
export function reportPath(name: string): string {
  return join(reports, `${name}.json`)
}

/**
 * Runs all stages in order, even after a failure, so that one run shows all failures. At the end prints the failed
 * tests with their errors. The last line is `N passed, N failed` (and `N skipped`); it is also written to
 * dist/reports/summary.txt. Returns whether all passed.
 */
export async function runStages(stages: CheckStage[]): Promise<boolean> {
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
  const outcomes: Outcome[] = []
  for (const stage of stages) outcomes.push(...(await runStage(stage)))
  return summarise(outcomes)
}

async function runStage(stage: CheckStage): Promise<Outcome[]> {
  const lanes = availableParallelism() > 1 ? stage : [stage.flat()]
  // Prints the output of the last lane live, because this lane takes longest. The output of the other lanes is printed
  // after each step.
  const outcomes = await Promise.all(lanes.map((lane, index) => runLane(lane, index === lanes.length - 1)))
  return outcomes.flat()
}

async function runLane(lane: CheckStep[], isWatched: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of lane) outcomes.push(await runStep(step, isWatched))
  return outcomes
}

async function runStep(step: CheckStep, isWatched: boolean): Promise<Outcome> {
  const startedAt = performance.now()
  if (isWatched) printLine(`\n${step.name}`)
  const { code, output } = await run(step.command, isWatched)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  printLine(isWatched ? `${step.name}: ${seconds} s` : `\n${step.name}: ${seconds} s\n${output.trim()}`)
  return outcomeOf(step, code, output)
}

async function run([program = '', ...args]: string[], isWatched: boolean): Promise<{ code: unknown; output: string }> {
  const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) }
  const child = spawn(program, args, { cwd: root, env, stdio: ['inherit', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (isWatched) process.stdout.write(text)
    })
  }
  const closedPromise = new Promise((resolve) => child.once('close', resolve))
  const code = await new Promise((resolve) => {
    child.once('exit', resolve).once('error', (error) => {
      output += error.message
      resolve(error)
    })
  })
  // A process that a step left running may hold its output open forever.
  await Promise.race([closedPromise, setTimeout(lastWordsMs, undefined, { ref: false })])
  for (const stream of [child.stdout, child.stderr]) stream.destroy()
  return { code, output }
}

async function outcomeOf({ name, report }: CheckStep, code: unknown, output: string): Promise<Outcome> {
  const testReport = report === undefined ? undefined : await readReport(report)
  const countedReport = testReport && countSkippedAsFailedInCi(testReport, Boolean(process.env['CI']))
  const hasCounted = countedReport !== undefined && countedReport.passed + countedReport.failures.length > 0
  if (hasCounted && (code === 0 || countedReport.failures.length > 0)) return countedReport
  if (code === 0) return { passed: 1, failures: [], retried: [], skipped: [] }
  const reason = output.trim().split('\n').slice(-15).join('\n')
  return { passed: countedReport?.passed ?? 0, failures: [{ name, reason }], retried: [], skipped: [] }
}

async function summarise(outcomes: Outcome[]): Promise<boolean> {
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const retriedTests = outcomes.flatMap((outcome) => outcome.retried)
  if (retriedTests.length > 0) printLine(['\nPassed with a later try only:', ...retriedTests].join('\n  '))
  if (failures.length > 0) printLine('\nFailed:')
  for (const { name, reason } of failures.slice(0, namedFailures)) printLine(`  ${name}\n${indent(reason)}`)
  if (failures.length > namedFailures) printLine(`  and ${failures.length - namedFailures} more`)
  const skippedTests = outcomes.flatMap((outcome) => outcome.skipped)
  if (skippedTests.length > 0) printLine(['\nSkipped:', ...skippedTests].join('\n  '))
  const passedCount = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const line = formatSummary({ passed: passedCount, failures, skipped: skippedTests })
  await writeFile(join(reports, 'summary.txt'), `${line}\n`)
  printLine(`\n${line}`)
  return failures.length === 0
}

function indent(text: string): string {
  return text.replaceAll(/^/gmu, '      ')
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}
