import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

// `npm run bench` runs all benchmarks, and `npm run bench -- list push` only the named ones. They run one after the
// other, because each benchmark needs the whole machine.
//
// The benchmarks get the options: `npm run bench -- way --rate=8000`.
const files = globSync('*.bench.ts', { cwd: import.meta.dirname }).toSorted()
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const wanted = process.argv.slice(2).filter((argument) => !options.includes(argument))
const unknown = wanted.filter((name) => !files.includes(`${name}.bench.ts`))
if (unknown.length > 0) fail(`No bench named ${unknown.join(', ')}; there are ${files.map(nameOf).join(', ')}.`)

const failed: string[] = []
for (const file of files.filter((name) => wanted.length === 0 || wanted.includes(nameOf(name)))) {
  process.stdout.write(`\n${nameOf(file)}\n`)
  const bench = spawn(process.execPath, [join(import.meta.dirname, file), ...options], { stdio: 'inherit' })
  const code = await new Promise((done) => bench.once('exit', done))
  if (code !== 0) failed.push(nameOf(file))
}
if (failed.length > 0) fail(`Failed, or missed a limit: ${failed.join(', ')}; see above.`)

function nameOf(file: string): string {
  return basename(file, '.bench.ts')
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
