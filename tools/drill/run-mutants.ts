import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from '../../scripts/processes/start-error.ts'
import { repositoryRoot } from '../cluster/portal-services.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'
import { type MutantVerdict, mutantVerdictOf } from './mutant-verdict.ts'
import { type PortalMutant, portalMutants } from './portal-mutants.ts'

const copy = join(repositoryRoot, '.data/mutant')
const folders = [
  'brands',
  'client',
  'contract',
  'legal',
  'package.json',
  'scripts',
  'server',
  'stand-ins',
  'texts',
  'tools',
]

/**
 * Runs `npm run cluster -- mutants`: breaks the portal in each listed way, and runs one fault of the short drill
 * against the broken portal. Prints the mutants that the drill does not notice. `--only text` selects mutants by name.
 * Takes about three minutes for each mutant. Returns the exit code, which is 1 if a mutant was not noticed.
 */
export async function runMutants(
  { printLine }: Pick<ProgramControls, 'printLine'>,
  args: readonly string[],
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } })
  const chosen = portalMutants.filter(({ name }) => name.includes(values.only ?? ''))
  if (chosen.length === 0) throw new StartError(`No mutant is called "${values.only}".`)
  const unnoticed: string[] = []
  for (const mutant of chosen) {
    const verdict = mutantVerdictOf(mutant, await drillOf(mutant))
    printLine(sentenceOf(mutant, verdict))
    if (verdict.kind !== 'noticed') unnoticed.push(mutant.name)
  }
  printLine(`${chosen.length - unnoticed.length} of ${chosen.length} mutants were noticed.`)
  return unnoticed.length === 0 ? 0 : 1
}

function sentenceOf({ name }: PortalMutant, verdict: MutantVerdict): string {
  switch (verdict.kind) {
    case 'noticed':
      return `noticed: ${name}\n  ${verdict.finding}`
    case 'unnoticed':
      return [`NOT noticed: ${name}`, ...verdict.findings].join('\n  ')
    case 'not-tried':
      return `NOT tried: ${name}\n  The drill ended before its first fault.`
  }
}

/** Applies the edits of a mutant to a copy of the portal, and runs the drill on the copy. Returns the output. */
async function drillOf({ edits, fault }: PortalMutant): Promise<string> {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const each of folders) cpSync(join(repositoryRoot, each), join(copy, each), { recursive: true })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'))
  for (const { file, from, to } of edits) edit(join(copy, file), from, to)
  const output = await outputOf(copy, ['tools/cluster/run.ts', 'drill', '--short', '--tries', '1', '--only', fault])
  // Removes the copy, because other checks of this repository would otherwise read it as source code.
  rmSync(copy, { recursive: true, force: true })
  return output
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new StartError(`The mutant does not fit ${path} any more.`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}

async function outputOf(cwd: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...args], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => void (output += chunk))
  await new Promise((done) => child.once('close', done))
  return output
}
