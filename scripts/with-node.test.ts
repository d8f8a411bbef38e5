import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Specification 18.1: `npm start` installs missing packages. In these tests, a fake npm records its runs.

const lock = { packages: { '': {}, 'node_modules/one': { version: '1.0.0' } } }
const npm = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
appendFileSync('npm.log', process.argv.includes('--omit=dev') ? 'installed without tools ' : 'installed ')
mkdirSync('node_modules/one', { recursive: true })
writeFileSync('node_modules/one/package.json', '{}')
writeFileSync('node_modules/.package-lock.json', '${JSON.stringify(lock)}')`

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'with-node-'))
  await mkdir(join(root, 'scripts'))
  for (const name of ['with-node.mjs', 'node-checksum.mjs', 'node-checksums.json'])
    await copyFile(join(import.meta.dirname, name), join(root, 'scripts', name))
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock))
  await writeFile(join(root, 'npm.js'), npm)
  await mkdir(join(root, 'node_modules/node/bin'), { recursive: true })
  await symlink(process.execPath, join(root, 'node_modules/node/bin/node'))
})
afterEach(async () => rm(root, { recursive: true }))

function start(...options: string[]): ChildProcess {
  const env = { PATH: process.env['PATH'], npm_execpath: join(root, 'npm.js') }
  const args = [join(root, 'scripts/with-node.mjs'), ...options, '--version']
  return spawn(process.execPath, args, { env, stdio: 'ignore' })
}

/** Adds a package to the lock file. The fake npm does not install this package. */
async function lockAlso(entry: object, own: object = {}): Promise<void> {
  const packages = { ...lock.packages, '': own, 'node_modules/two': { version: '2.0.0', ...entry } }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

async function codeOf(child: ChildProcess): Promise<unknown> {
  const [code] = (await once(child, 'exit')) as unknown[]
  return code
}

const installs = async (): Promise<string> => readFile(join(root, 'npm.log'), 'utf8').catch(() => '')

test('packages are installed once, and again after an install that left a folder empty', async () => {
  expect(await codeOf(start())).toBe(0)
  expect(await codeOf(start())).toBe(0)
  expect(await installs()).toBe('installed ')
  await rm(join(root, 'node_modules/one/package.json'))
  expect(await codeOf(start())).toBe(0)
  expect(await installs()).toBe('installed installed ')
})

test('if two starts run at once, one installs and the other waits for it', async () => {
  const [one, other] = [start(), start()]
  expect(await Promise.all([codeOf(one), codeOf(other)])).toEqual([0, 0])
  expect(await installs()).toBe('installed ')
})

test('a lock left by a killed start does not block', async () => {
  const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(dead, 'exit')
  await writeFile(join(root, 'node_modules/.install-lock'), String(dead.pid))
  expect(await codeOf(start())).toBe(0)
  expect(await installs()).toBe('installed ')
})

test('a start without tools leaves out the packages of development, and takes their absence for fresh', async () => {
  await lockAlso({ dev: true })
  expect(await codeOf(start('--without-tools', '--in-place'))).toBe(0)
  expect(await codeOf(start('--without-tools'))).toBe(0)
  expect(await installs()).toBe('installed without tools ')
})

test('an optional package may be missing, but not one that package.json names for this machine', async () => {
  await lockAlso({ optional: true })
  expect(await codeOf(start())).toBe(0)
  await lockAlso({ optional: true, os: ['aix'] }, { optionalDependencies: { two: '2.0.0' } })
  expect(await codeOf(start())).toBe(0)
  expect(await installs()).toBe('installed ')
  // npm runs once more on the pinned Node, because the package may be missing only because of an old Node.
  await lockAlso({ optional: true }, { optionalDependencies: { two: '2.0.0' } })
  expect(await codeOf(start())).toBe(1)
  expect(await installs()).toBe('installed installed installed ')
})

test('the script that replaces the starting process gets its arguments and its exit code', async () => {
  await writeFile(join(root, 'scripts/code.mjs'), 'process.exit(Number(process.argv[2]))')
  const env = { PATH: process.env['PATH'], npm_execpath: join(root, 'npm.js') }
  const args = [join(root, 'scripts/with-node.mjs'), '--in-place', join(root, 'scripts/code.mjs'), '7']
  expect(await codeOf(spawn(process.execPath, args, { env, stdio: 'ignore' }))).toBe(7)
})
