import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { StartError } from '../../scripts/processes/start-error.ts'
import { parseOptions } from '../cluster/parse-options.ts'
import { repositoryRoot } from '../cluster/portal-services.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'

/** A version of the portal that is broken on purpose in one way, from portal-mutants.yaml. */
export type PortalMutant = {
  name: string
  fault: string
  finding: string
  edits: readonly { file: string; from: string; to: string }[]
}

/** Reads all mutants. */
export function readPortalMutants(): PortalMutant[] {
  return parse(readFileSync(join(import.meta.dirname, 'portal-mutants.yaml'), 'utf8')) as PortalMutant[]
}

const copy = join(repositoryRoot, '.data/mutant')
const copied = 'brands client contract legal package.json scripts server stand-ins test texts tools'.split(' ')

/**
 * Runs `npm run cluster -- mutants`: breaks the portal in each listed way, and runs one fault of the short drill
 * against the broken portal. Prints the mutants that the drill does not notice. `--only text` selects mutants by name.
 * Takes about three minutes for each mutant. Returns the exit code, which is 1 if a mutant was not noticed.
 */
export async function runMutants(
  { printLine }: Pick<ProgramControls, 'printLine'>,
  args: readonly string[],
): Promise<number> {
  const { values } = parseOptions({ args: [...args], options: { only: { type: 'string' } } })
  const chosen = readPortalMutants().filter(({ name }) => name.includes(values.only ?? ''))
  if (chosen.length === 0) throw new StartError(`No mutant is called "${values.only}".`)
  let noticed = 0
  for (const mutant of chosen) {
    const verdict = mutantVerdictOf(mutant, await drillOf(mutant))
    printLine(verdict.text)
    if (verdict.isNoticed) noticed += 1
  }
  printLine(`${noticed} of ${chosen.length} mutants were noticed.`)
  return noticed === chosen.length ? 0 : 1
}

/** Decides from the output of a drill whether the drill noticed a mutant. `text` says it with the findings. */
export function mutantVerdictOf(
  { name, finding }: Pick<PortalMutant, 'name' | 'finding'>,
  output: string,
): { isNoticed: boolean; text: string } {
  const findings = [...new Set(output.match(/^BROKEN: .*$/gmu) ?? [])]
  const expected = findings.find((line) => new RegExp(finding, 'u').test(line))
  if (expected !== undefined) return { isNoticed: true, text: `noticed: ${name}\n  ${expected}` }
  const isTried = /^.+ lost; waited: /mu.test(output)
  const lines = isTried
    ? [`NOT noticed: ${name}`, ...findings]
    : [`NOT tried: ${name}`, 'The drill ended before its first fault.']
  return { isNoticed: false, text: lines.join('\n  ') }
}

/** Applies the edits of a mutant to a copy of the portal, and runs the drill on the copy. Returns the output. */
async function drillOf({ edits, fault }: PortalMutant): Promise<string> {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const each of copied) cpSync(join(repositoryRoot, each), join(copy, each), { recursive: true })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'))
  for (const { file, from, to } of edits) {
    const [before, after, ...more] = readFileSync(join(copy, file), 'utf8').split(from)
    if (after === undefined || more.length > 0) throw new StartError(`The mutant does not fit ${file} any more.`)
    writeFileSync(join(copy, file), `${before}${to}${after}`)
  }
  const output = await outputOf(copy, ['tools/cluster/run.ts', 'drill', '--short', '--tries', '1', '--only', fault])
  // Removes the copy, because other checks of this repository would otherwise read it as source code.
  rmSync(copy, { recursive: true, force: true })
  return output
}

async function outputOf(cwd: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...args], { cwd, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => void (output += chunk))
  await new Promise((done) => child.once('close', done))
  return output
}
