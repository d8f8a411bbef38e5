import { spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One step of checking: a program of node_modules/.bin, or a script, and the report of its tests, where it writes one. */
export type Step = { name: string; command: string[]; report?: string }

/** A step counts as one test where it reports none. */
export type Tally = { passed: number; failed: number }

const root = join(import.meta.dirname, '..')
const reports = join(root, 'dist/reports')

/** Where a test runner writes what it counted. */
export function reportFile(name: string): string {
  return join(reports, `${name}.json`)
}

/**
 * Runs the steps one after the other, whatever fails before: who mends one thing wants to know of the others. Prints
 * `N passed, N failed` as the last line, keeps it in dist/reports/summary.txt, and answers whether all is well.
 */
export async function runSteps(steps: Step[]): Promise<boolean> {
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
  const total: Tally = { passed: 0, failed: 0 }
  const failed: string[] = []
  for (const step of steps) {
    const { passed, failed: failures } = await runStep(step)
    total.passed += passed
    total.failed += failures
    if (failures > 0) failed.push(step.name)
  }
  if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}.`)
  await summarise(total)
  return failed.length === 0
}

async function summarise({ passed, failed }: Tally): Promise<void> {
  const line = `${passed} passed, ${failed} failed`
  await writeFile(join(reports, 'summary.txt'), `${line}\n`)
  say(line)
}

async function runStep({ name, command, report }: Step): Promise<Tally> {
  say(`\n${name}`)
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' })
  const code = await new Promise((done) => child.once('exit', done).once('error', () => done(1)))
  const counted = report === undefined ? undefined : await countIn(report)
  if (counted && counted.failed + counted.passed > 0 && (code === 0 || counted.failed > 0)) return counted
  return code === 0 ? { passed: 1, failed: 0 } : { passed: counted?.passed ?? 0, failed: 1 }
}

type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number; flaky: number }
}

// Vitest writes Jest's numbers, Playwright its own.
async function countIn(report: string): Promise<Tally | undefined> {
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { numPassedTests = 0, numFailedTests = 0, stats } = JSON.parse(text) as Report
  if (stats) return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  return { passed: numPassedTests, failed: numFailedTests }
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
