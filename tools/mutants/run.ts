import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startVitest } from 'vitest/node'
import { type RuleMutant, ruleMutantsOf } from './rule-mutants.ts'
import { printLine } from '../../scripts/run-stages.ts'

// `npm run mutants` breaks the rules of contract/ and of each policy.ts in small ways, at most twenty per file. For
// each change it checks whether a test that imports the file fails. Each mutant has its own folder with the files that
// it needs, so that one run of Vitest tests all mutants.

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'dist/mutants')
const mutantsPerFile = 20
const wanted = 0.85
// The files in `contract/` that describe reported data and contain no rules.
const withoutRules = ['contract/datapoints.ts']

type Trial = { file: string; name: string; mutant: RuleMutant }

const rules = globSync(['contract/*.ts', 'server/**/policy.ts'], { cwd: root }).filter(
  (path) => !isTest(path) && !withoutRules.includes(path),
)
const tests = globSync(['contract/*.test.ts', 'server/**/policy.test.ts'], { cwd: root })
const texts = new Map<string, string | undefined>()

await rm(folder, { recursive: true, force: true })
const trials: Trial[] = []
for (const file of rules.toSorted()) {
  const text = textOf(file) ?? ''
  await writeTrial('unchanged', file, text)
  for (const mutant of ruleMutantsOf(file, text, mutantsPerFile)) {
    const name = String(trials.length)
    await writeTrial(name, file, mutant.text)
    trials.push({ file, name, mutant })
  }
}
const failed = await failedTrials()
if (failed.has('unchanged')) throw new Error('The tests fail without any mutant: see `npm run check`.')
report(failed)

/**
 * Writes a mutant into its own folder: `text` as the content of `file`, all tests that import the file, and all their
 * imports.
 */
async function writeTrial(name: string, file: string, text: string): Promise<void> {
  const reaching = tests.filter((path) => reachedFrom(path).has(file))
  for (const path of new Set(reaching.flatMap((test) => [...reachedFrom(test)]))) {
    const target = join(folder, name, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, path === file ? text : (textOf(path) ?? ''))
  }
  // Creates the folder also if no test imports the file. Then no test notices its mutants.
  await mkdir(join(folder, name), { recursive: true })
  // Links the texts, because the tests of rules read them.
  await symlink(join(root, 'texts'), join(folder, name, 'texts')).catch(ignoreExisting)
  const imports = { '#contract/*': './contract/*', '#server/*': './server/*' }
  await writeFile(join(folder, name, 'package.json'), JSON.stringify({ type: 'module', imports }))
}

/** Returns a file and all files of this project that it imports, directly or indirectly, except for type imports. */
function reachedFrom(path: string, seen = new Set<string>()): Set<string> {
  const text = textOf(path)
  if (text === undefined || seen.has(path)) return seen
  seen.add(path)
  for (const [, from = ''] of text.matchAll(/^(?:im|ex)port (?!type )[^;'"]*?from '([^']+\.ts)'/gmu)) {
    reachedFrom(from.startsWith('#') ? from.slice(1) : join(dirname(path), from), seen)
  }
  return seen
}

/** Ignores the error that the link already exists. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function textOf(path: string): string | undefined {
  if (!texts.has(path))
    texts.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
  return texts.get(path)
}

/** Returns the names of the mutants for which a test failed or could not be loaded. */
async function failedTrials(): Promise<Set<string>> {
  const vitest = await startVitest('test', [], {
    root: folder,
    config: false,
    watch: false,
    isolate: false,
    include: ['*/contract/*.test.ts', '*/server/**/policy.test.ts'],
    reporters: [{}],
    testTimeout: 20_000,
  })
  const modules = vitest.state.getTestModules().filter((tried) => !tried.ok())
  await vitest.close()
  process.exitCode = 0
  return new Set(modules.map(({ moduleId }) => moduleId.slice(folder.length + 1).split('/')[0] ?? ''))
}

function report(caught: Set<string>): void {
  for (const [file, ofFile] of Map.groupBy(trials, (trial) => trial.file)) {
    const survivors = ofFile.filter(({ name }) => !caught.has(name)).map(({ mutant }) => mutant)
    printLine(`${file}: ${ofFile.length - survivors.length} of ${ofFile.length} caught`)
    for (const { line, was, becomes } of survivors) printLine(`  line ${line}: ${oneLine(was)}  →  ${oneLine(becomes)}`)
  }
  const share = caught.size / trials.length
  printLine(`\n${caught.size} of ${trials.length} mutants caught: ${(share * 100).toFixed(1)} %`)
  if (share < wanted) process.exitCode = 1
}

function oneLine(text: string): string {
  return text === '' ? 'nothing' : text.replaceAll(/\s+/gu, ' ')
}

function isTest(path: string): boolean {
  return basename(path).endsWith('.test.ts')
}
