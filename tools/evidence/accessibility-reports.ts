import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { readBrands } from '#brands/read-brands.ts'
import { type AxeFindings, conformanceOf, type EndToEndResult, type HumanEvaluation } from './conformance.ts'
import { StartError } from '../../scripts/processes/start-error.ts'
import { renderAccessibilityReport } from './render-accessibility-report.ts'
import { createOpenAcr } from './open-acr.ts'
import { countTestsByFile, type PlaywrightReport } from './playwright-results.ts'

const config = join(import.meta.dirname, 'playwright.config.ts')
const evaluationFile = join(import.meta.dirname, 'human-evaluations.json')

/**
 * Writes `accessibility-<brand>.yaml` (OpenACR) and `.html` for each brand. The sources are axe-core and the end-to-end
 * tests on the running demo, and the evaluations of people in `human-evaluations.json`. This takes about ten minutes.
 *
 * @throws StartError if the tests in the browser gave no result
 */
export async function writeAccessibilityReports(
  root: string,
  folder: string,
  printLine: (text: string) => void,
): Promise<void> {
  printLine('Checking all brands in Chromium; this takes about ten minutes.')
  const endToEnd = await runEndToEnd(root)
  const evaluations = JSON.parse(await readFile(evaluationFile, 'utf8')) as HumanEvaluation[]
  for (const [brand, { settings }] of (await readBrands()).brands) {
    const axe = await resultFile<AxeFindings>(join(root, 'dist/reports', `axe-${brand}.json`))
    if (!axe) throw new StartError(`axe-core did not get through all screens of ${brand}; see dist/e2e-evidence.`)
    const report = createOpenAcr(settings, conformanceOf({ axe, endToEnd, evaluations }), new Date())
    await writeFile(join(folder, `accessibility-${brand}.yaml`), stringify(report))
    await writeFile(join(folder, `accessibility-${brand}.html`), renderAccessibilityReport(report))
    const violations = axe.rules.reduce((sum, rule) => sum + rule.violations.length, 0)
    printLine(`accessibility-${brand}: ${axe.screens.length} screens, ${violations} violations.`)
  }
}

/**
 * Runs the end-to-end tests. Failed tests are also evidence, and appear in the report. Only a run without results is an
 * error.
 */
async function runEndToEnd(root: string): Promise<EndToEndResult[]> {
  const { stdout, stderr } = spawnSync('playwright', ['test', '--config', config], { cwd: root, encoding: 'utf8' })
  const report = await resultFile<PlaywrightReport>(join(root, 'dist/reports/evidence.json'))
  const results = report ? countTestsByFile(report) : []
  if (results.length === 0) throw new StartError(`The end-to-end tests gave no result:\n${stdout}\n${stderr}`)
  return results
}

/** Reads a JSON file. Returns null if the file does not exist. */
async function resultFile<Result>(path: string): Promise<Result | null> {
  if (!existsSync(path)) return null
  return JSON.parse(await readFile(path, 'utf8')) as Result
}
