import { reportPath, type CheckStep } from './run-stages.ts'

/** The steps that need neither a built page nor a browser. */
export const staticChecks: CheckStep[] = [
  { name: 'Formats', command: ['oxfmt', '--check'] },
  { name: 'Lint', command: ['oxlint'] },
  { name: 'Types of everything', command: ['tsc', '-p', '.'] },
  { name: 'Types of the page: no Node', command: ['tsc', '-p', 'client'] },
  { name: 'Types of the contract: no Node, no DOM', command: ['tsc', '-p', 'contract'] },
  { name: 'Unused files, exports and packages', command: ['knip', '--no-progress'] },
]

/** Returns the step that runs the tests of these Vitest projects and writes a report. */
export function createVitestStep(projects: string[]): CheckStep {
  const report = reportPath(`vitest-${projects.join('-')}`)
  const projectArguments = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`]
  return {
    name: `Tests: ${projects.join(', ')}`,
    command: ['vitest', 'run', ...projectArguments, ...reporters],
    report,
  }
}
