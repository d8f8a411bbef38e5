import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  deleteAbandonedDatabase,
  findRunningDatabaseUrl,
  startEmbeddedDatabase,
  type EmbeddedDatabase,
  type RestartableDatabase,
} from './embedded.ts'
import { findProcessIdentity } from '../processes/running-process.ts'

// A database that is stopped after its creation. Most tests copy it, because creating a database takes a second.
const stoppedOnce = await mkdtemp(join(tmpdir(), 'embedded-test-'))
await chmod(stoppedOnce, 0o755)
await (await startEmbeddedDatabase({ dataDir: stoppedOnce, durable: false })).stop()
afterAll(async () => rm(stoppedOnce, { recursive: true }))

const embeddedDatabases: EmbeddedDatabase[] = []
const folders: string[] = []

afterEach(async () => {
  for (const database of embeddedDatabases.splice(0)) await database.stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function newFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  await chmod(folder, mode)
  folders.push(folder)
  return folder
}

/** Creates a folder with the stopped database of an earlier run. Returns its path. */
async function usedFolder(): Promise<string> {
  const folder = await newFolder()
  // Uses `cp -a`, because unlike `fs.cp` it keeps the owner of each file.
  execFileSync('cp', ['-a', `${stoppedOnce}/.`, folder])
  return folder
}

async function start(dataDir: string, durable = false): Promise<RestartableDatabase> {
  const database = await startEmbeddedDatabase({ dataDir, durable })
  embeddedDatabases.push(database)
  return database
}

async function stop(database: EmbeddedDatabase): Promise<void> {
  embeddedDatabases.splice(embeddedDatabases.indexOf(database), 1)
  await database.stop()
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function postmaster(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

test('stopping and starting again loses nothing and keeps the port', async () => {
  const dataDir = await usedFolder()
  const first = await start(dataDir)
  await query(first.url, 'create table kept as select 1 as one')
  await stop(first)
  const second = await start(dataDir)
  expect(await query(second.url, 'select * from kept')).toEqual([{ one: 1 }])
  expect(second.url).toBe(first.url)
})

test('a killed server is noticed, and restarted at the same URL with all its data', async () => {
  const dataDir = await usedFolder()
  const database = await start(dataDir, true)
  expect(await database.isRunning()).toBe(true)
  await query(database.url, 'create table kept as select 1 as one')
  process.kill(await postmaster(dataDir), 'SIGKILL')
  await expect.poll(() => database.isRunning()).toBe(false)
  await database.startAgain()
  expect(await database.isRunning()).toBe(true)
  expect(await query(database.url, 'select * from kept')).toEqual([{ one: 1 }])
})

test('text is UTF-8, time is UTC, and commits are forced to disk', async () => {
  const { url } = await start(await newFolder(), true)
  const settings = await query(
    url,
    `select name, setting from pg_settings
    where name in ('server_encoding', 'TimeZone', 'fsync', 'synchronous_commit', 'listen_addresses') order by name`,
  )
  expect(settings.map((row) => Object.values(row as object))).toEqual([
    ['TimeZone', 'UTC'],
    ['fsync', 'on'],
    ['listen_addresses', '127.0.0.1'],
    ['server_encoding', 'UTF8'],
    ['synchronous_commit', 'on'],
  ])
})

test('without the password a connection is refused', async () => {
  const { url } = await start(await usedFolder())
  await expect(query(url.replace(/:[^:@]+@/u, ':guess@'), 'select 1')).rejects.toThrow('password authentication failed')
})

test('a committed transaction survives kill -9 of the database', async () => {
  const dataDir = await usedFolder()
  const first = await start(dataDir, true)
  await query(first.url, 'create table acknowledged as select generate_series(1, 1000) as n')
  embeddedDatabases.length = 0
  process.kill(await postmaster(dataDir), 'SIGKILL')
  await deleteHolder(dataDir)
  const second = await start(dataDir, true)
  expect(await query(second.url, 'select count(*)::int from acknowledged')).toEqual([{ count: 1000 }])
})

test('the orphan of a process that was killed with -9 is stopped, and its data is served again', async () => {
  const dataDir = await usedFolder()
  const url = await startInProcessAndKillIt(dataDir)
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  await query(url, 'create table orphaned as select 1 as one')
  const orphan = await postmaster(dataDir)
  const { url: again } = await start(dataDir)
  expect(await postmaster(dataDir)).not.toBe(orphan)
  expect(await query(again, 'select * from orphaned')).toEqual([{ one: 1 }])
})

test('the leftover of a killed test run is stopped and removed, other databases are not', async () => {
  const [killed, used] = [await usedFolder(), await usedFolder()]
  await startInProcessAndKillIt(killed)
  const orphan = await postmaster(killed)
  const { url } = await start(used)
  await Promise.all([deleteAbandonedDatabase(killed), deleteAbandonedDatabase(used)])
  expect(await findProcessIdentity(orphan)).toBeUndefined()
  await expect(stat(killed)).rejects.toThrow('ENOENT')
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('a folder in use is refused in one sentence', async () => {
  const dataDir = await usedFolder()
  const { url } = await start(dataDir)
  await expect(startEmbeddedDatabase({ dataDir })).rejects.toThrow(`is in use by process ${process.pid}`)
  expect(await findRunningDatabaseUrl(dataDir)).toBe(url)
})

test('a stale process file with the id of another process does not prevent the start', async () => {
  const dataDir = await usedFolder()
  await stop(await start(dataDir))
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.ppid}\n${dataDir}/postgres\n`)
  const { url } = await start(dataDir)
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test.for([
  { broken: 'a missing PG_VERSION', path: 'PG_VERSION', content: undefined, sentence: /PG_VERSION is missing/u },
  { broken: 'another version', path: 'PG_VERSION', content: '15\n', sentence: /made by PostgreSQL 15/u },
  {
    broken: 'a damaged control file',
    path: 'global/pg_control',
    content: 'x',
    sentence: /PostgreSQL said ".*pg_control/u,
  },
  { broken: 'a lost password', path: '../postgres.json', content: undefined, sentence: /password file .* missing/u },
  { broken: 'a damaged password file', path: '../postgres.json', content: '{', sentence: /not readable as JSON/u },
])('$broken gives one clear sentence', async ({ path, content, sentence }) => {
  const dataDir = stoppedOnce
  const file = join(dataDir, 'postgres', path)
  await rename(file, `${file}.kept`)
  if (content !== undefined) await writeFile(file, content)
  const refusal = await startEmbeddedDatabase({ dataDir }).catch((error: Error) => error)
  await rename(`${file}.kept`, file)
  expect(refusal).toMatchObject({ name: 'EmbeddedDatabaseError', message: expect.stringMatching(sentence) as string })
  expect((refusal as Error).message).not.toContain('\n')
})

test('a file where the folder should be gives one clear sentence', async () => {
  const file = join(await newFolder(), 'file')
  await writeFile(file, '')
  await expect(startEmbeddedDatabase({ dataDir: file })).rejects.toThrow(`The data folder ${file} can't be written`)
})

test.runIf(process.getuid?.() === 0)('as root, if others cannot enter the folder, its data is elsewhere', async () => {
  const closed = join(await newFolder(0o700), 'data')
  await mkdir(closed)
  const { url } = await start(closed)
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  const outside = (await readFile(join(closed, 'postgres-folder'), 'utf8')).trim()
  folders.push(outside)
  expect((await stat(outside)).uid).not.toBe(0)
})

async function deleteHolder(dataDir: string): Promise<void> {
  const path = join(dataDir, 'postgres.json')
  const { port, password } = JSON.parse(await readFile(path, 'utf8')) as { port: number; password: string }
  await writeFile(path, JSON.stringify({ port, password }))
}

async function startInProcessAndKillIt(dataDir: string): Promise<string> {
  const program = `
    const { startEmbeddedDatabase } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))})
    console.log((await startEmbeddedDatabase({ dataDir: ${JSON.stringify(dataDir)} })).url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((said) =>
    child.stdout.once('data', (line: Buffer) => said(line.toString().trim())),
  )
  child.kill('SIGKILL')
  await new Promise((ended) => child.once('exit', ended))
  return url
}
