import { globSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { startVitest } from 'vitest/node'
import { type Mutant, mutantsOf } from './mutants/mutants-of.ts'
import { say } from './steps.ts'

// `npm run mutants`: breaks the rules of contract/ and of each policy.ts in small ways, up to twenty per file, and asks
// the tests beside them whether they notice. Each mutant stands in a folder of its own, with the files that it needs, so
// that one run of Vitest tries them all.

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist/mutants')
const mutantsPerFile = 20
const wanted = 0.85

type Trial = Mutant & { file: string; place: string }

// What gateways report is described there, not decided.
const withoutRules = ['contract/datapoints.ts']

const rules = globSync(['contract/*.ts', 'server/**/policy.ts'], { cwd: root }).filter((path) => !isTest(path))
const files = new Map<string, string>()
for (const path of globSync(['contract/*.ts', 'server/**/policy*.ts'], { cwd: root })) {
  files.set(path, await readFile(join(root, path), 'utf8'))
}

await rm(folder, { recursive: true, force: true })
const trials: Trial[] = []
for (const file of rules.toSorted().filter((path) => !withoutRules.includes(path))) {
  for (const mutant of mutantsOf(file, files.get(file) ?? '', mutantsPerFile)) {
    const place = String(trials.length)
    await lay(place, file, mutant)
    trials.push({ ...mutant, file, place })
  }
}
report(await caughtPlaces())

/** The mutant, all tests that reach it, and what these import. */
async function lay(place: string, file: string, mutant: Mutant): Promise<void> {
  const tests = [...files.keys()].filter((path) => isTest(path) && reachedFrom(path).has(file))
  const needed = new Set(tests.flatMap((path) => [...reachedFrom(path)]))
  for (const path of needed) {
    const target = join(folder, place, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, path === file ? mutant.text : (files.get(path) ?? ''))
  }
  await mkdir(join(folder, place), { recursive: true })
  await writeFile(join(folder, place, 'package.json'), '{"type":"module","imports":{"#contract/*":"./contract/*"}}')
}

/** A file and all that it imports, directly or not. */
function reachedFrom(path: string, seen = new Set<string>()): Set<string> {
  const text = files.get(path)
  if (text === undefined || seen.has(path)) return seen
  seen.add(path)
  for (const [, from = ''] of text.matchAll(/from '([^']+\.ts)'/gu)) {
    reachedFrom(from.startsWith('#') ? from.slice(1) : join(dirname(path), from), seen)
  }
  return seen
}

/** The places of the mutants of which a test has failed, or that cannot even be loaded. */
async function caughtPlaces(): Promise<Set<string>> {
  const vitest = await startVitest('test', [], {
    root: folder,
    config: false,
    watch: false,
    isolate: false,
    include: ['**/*.test.ts'],
    reporters: [{}],
    testTimeout: 20_000,
  })
  const failed = vitest.state.getTestModules().filter((tried) => !tried.ok())
  await vitest.close()
  process.exitCode = 0
  return new Set(failed.map(({ moduleId }) => moduleId.slice(folder.length + 1).split('/')[0] ?? ''))
}

function report(caught: Set<string>): void {
  for (const [file, ofFile] of Map.groupBy(trials, (trial) => trial.file)) {
    const survivors = ofFile.filter(({ place }) => !caught.has(place))
    say(`${file}: ${ofFile.length - survivors.length} of ${ofFile.length} caught`)
    for (const { line, was, becomes } of survivors) say(`  line ${line}: ${oneLine(was)}  →  ${oneLine(becomes)}`)
  }
  const share = caught.size / trials.length
  say(`\n${caught.size} of ${trials.length} mutants caught: ${(share * 100).toFixed(1)} %`)
  if (share < wanted) process.exitCode = 1
}

function oneLine(text: string): string {
  return text === '' ? 'nothing' : text.replaceAll(/\s+/gu, ' ')
}

function isTest(path: string): boolean {
  return basename(path).endsWith('.test.ts')
}
