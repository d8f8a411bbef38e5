import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { findProcessIdentity } from './processes/running-process.ts'
import { findFreePorts } from './free-ports.ts'
import { demoPortCount } from './processes/demo-settings.ts'

type Start = { child: ChildProcess; output: () => string; errors: () => string; ended: Promise<number | null> }

const port = await findFreePorts(2 * demoPortCount)
const elsewhere = port + demoPortCount
const dataDir = await mkdtemp(join(tmpdir(), 'start-test-'))
await chmod(dataDir, 0o755)
const starts: Start[] = []
/** The running product. Each test uses the product that the previous test has left. */
let demo: Start | undefined

afterAll(async () => {
  for (const { child, ended } of starts) {
    child.kill('SIGTERM')
    await ended
  }
  await rm(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): Start {
  const child = spawn(process.execPath, ['scripts/with-node.mjs', 'scripts/start.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const started = { child, output: () => said.out, errors: () => said.err, ended }
  starts.push(started)
  return started
}

/** Returns the running product. Starts the product if it does not run. */
async function runningDemo(): Promise<Start> {
  if (demo && demo.child.exitCode === null && demo.child.signalCode === null) return demo
  demo = start()
  await ready(demo)
  return demo
}

async function ready(started: Start): Promise<void> {
  const unexpected = started.ended.then((code) => expect.fail(`ended with ${code}: ${started.errors()}`))
  const seen = vi.waitUntil(() => /^ready: /mu.test(started.output()), { timeout: 100_000, interval: 50 })
  await Promise.race([seen, unexpected])
}

async function partsOf(folder: string): Promise<{ starter: number; parts: number[] }> {
  const { starter, parts } = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8')) as {
    starter: { pid: number }
    parts: { pid: number }[]
  }
  return { starter: starter.pid, parts: parts.map(({ pid }) => pid) }
}

async function postmaster(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

async function running(pids: number[]): Promise<number[]> {
  const identities = await Promise.all(pids.map(findProcessIdentity))
  return identities.flatMap((identity) => identity?.pid ?? [])
}

/**
 * Starts the product and expects that the start fails. Returns its error message. By default, the product uses a
 * separate folder and separate ports.
 */
async function refusal(env: Record<string, string>): Promise<string> {
  const started = start({ PORT: String(elsewhere), DATA_DIR: join(dataDir, 'another'), ...env })
  expect(await started.ended).toBe(1)
  return started.errors().trim()
}

test('npm start starts all parts, says so once, and shows logins and claimable serials', async () => {
  const started = await runningDemo()
  await vi.waitUntil(() => started.output().includes('Claimable appliances'), { timeout: 5_000 })
  expect(started.output().match(/^ready: .*$/gmu)).toEqual([`ready: http://localhost:${port}`])
  expect(started.output()).toContain('owner@example.com')
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  expect((await fetch(`http://localhost:${port}/`)).status).toBe(200)
})

test.for([
  ['stand-ins', 'scripts/demo/stand-ins.ts', () => `http://localhost:${port + 1}/.well-known/openid-configuration`],
  ['portal', 'server/main.ts', () => `http://localhost:${port}/readyz`],
] as const)('if the %s process dies, it is restarted, and the terminal says so', async ([name, script, url]) => {
  const started = await runningDemo()
  const before = await pidOf(script)
  process.kill(before, 'SIGKILL')
  await vi.waitUntil(() => started.errors().includes(`The ${name} process was killed`), { timeout: 10_000 })
  await vi.waitUntil(async () => (await fetch(url()).catch(() => null))?.ok, { timeout: 20_000 })
  expect(await pidOf(script)).not.toBe(before)
})

test('a second start on the same data folder is refused in one sentence', async () => {
  await runningDemo()
  expect(await refusal({ PORT: String(port), DATA_DIR: dataDir })).toMatch(
    /^Process \d+ already runs with the data folder .*; stop it first/u,
  )
})

test('Ctrl-C ends every process, and the second start is ready within ten seconds', async () => {
  const first = await runningDemo()
  const { parts } = await partsOf(dataDir)
  const everything = [...parts, await postmaster()]
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(await running(everything)).toEqual([])
  const begun = performance.now()
  await runningDemo()
  // The start takes ten seconds on an idle machine, and longer on a machine that runs tests.
  expect(performance.now() - begun).toBeLessThan(30_000)
})

test('after kill -9 of the starter its parts end by themselves and the next start serves the same data', async () => {
  const first = await runningDemo()
  const { starter, parts } = await partsOf(dataDir)
  const orphan = await postmaster()
  process.kill(starter, 'SIGKILL')
  await vi.waitUntil(async () => (await running(parts)).length === 0, { timeout: 20_000, interval: 50 })
  expect(await running([orphan])).toEqual([orphan])
  await first.ended
  await runningDemo()
  expect(await running([orphan])).toEqual([])
})

test('after kill -9 of the whole tree the next start is ready', async () => {
  const first = await runningDemo()
  const { starter, parts } = await partsOf(dataDir)
  for (const pid of [starter, ...parts, await postmaster()]) process.kill(pid, 'SIGKILL')
  await first.ended
  await runningDemo()
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
})

test('a port in use is refused in one sentence', async () => {
  const taken = createServer().listen(elsewhere + 2, '127.0.0.1')
  expect(await refusal({})).toBe(
    `Port ${elsewhere + 2} (mqtt) is in use by another program; stop that program, or choose other ports with PORT.`,
  )
  await new Promise((closed) => taken.close(closed))
})

test('a broken data folder is refused in one sentence', async () => {
  const folder = join(dataDir, 'a-file')
  await writeFile(folder, '')
  expect(await refusal({ DATA_DIR: folder })).toMatch(
    /^The data folder .* can't be made or written \(E\w+\); set DATA_DIR to a folder of your own\.$/u,
  )
})

test.for([
  [
    'postgres://somebody:secret@127.0.0.1:9/portal',
    /^DATABASE_URL: 127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)\.$/u,
  ],
  ['mysql://localhost/portal', /^Settings: DATABASE_URL must be of the form postgres:/u],
] as const)('the DATABASE_URL %s is refused in one sentence without the password', async ([url, sentence]) => {
  const said = await refusal({ DATABASE_URL: url })
  expect(said).toMatch(sentence)
  expect(said).not.toContain('secret')
  expect(said).not.toContain('\n')
})

test('a PORT that is not a number is refused in one sentence', async () => {
  expect(await refusal({ PORT: 'http' })).toBe('PORT is "http"; set it to a number from 1 to 65526.')
})

/** Returns the id of the process that runs this script; 0 if no process does. */
async function pidOf(script: string): Promise<number> {
  const { parts } = await partsOf(dataDir)
  const commands = await Promise.all(parts.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return parts[commands.findIndex((command) => command.includes(script))] ?? 0
}
