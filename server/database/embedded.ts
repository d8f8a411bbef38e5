import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { findPlace, makeFolderFor, type Account, type Place } from './embedded-place.ts'
import { identityOf, isAlive, isStillRunning, type ProcessIdentity } from './running-process.ts'

/** A running PostgreSQL of our own: its URL, and how to end it. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> }

export type StartEmbedded = {
  /** Folder of all data; the cluster is `<dataDir>/postgres`, or where `embedded-place.ts` says. */
  dataDir: string
  /** False only for tests: nothing is forced to disk. */
  durable?: boolean
}

/** The database could not be started. The message is one sentence for the person at the terminal. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

// What only we know of the cluster, kept beside it in postgres.json.
type Access = { port: number; password: string; holder?: ProcessIdentity }

const user = 'portal'
const database = 'portal'
const majorVersion = '18'
const startWithinSeconds = 60
const stopWithinSeconds = 30
// After a kill -9 of the postmaster its backends need a moment to notice and to let go of the shared memory.
const startAttempts = 20
const retryPauseMs = 500
const logAtMostBytes = 5_000_000

/**
 * Starts the PostgreSQL 18 that npm installed on a free loopback port and answers its URL. An orphan of a killed run is
 * ended cleanly first. Throws EmbeddedDatabaseError with one clear sentence when the folder can't be used.
 */
export async function startEmbedded({ dataDir, durable = true }: StartEmbedded): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir)
  await makeDataFolder(folder)
  const place = await findPlace(folder)
  const known = await readAccess(folder)
  if (known?.holder && (await isStillRunning(known.holder))) throw inUse(folder, known.holder.pid)
  const access = (await clusterExists(place))
    ? accessOrRefuse(known, place)
    : await createCluster(place, folder, durable)
  await endOrphan(place)
  const port = await startServer({ place, folder, durable, preferredPort: access.port })
  const current = { port, password: access.password }
  await writeAccess(folder, { ...current, ...(await holder()) })
  await ensureDatabase(urlOf(current, 'postgres'))
  const stop = async (): Promise<void> => {
    await stopServer(place)
    await writeAccess(folder, current)
  }
  return { url: urlOf(current, database), stop }
}

/** The URL of the embedded database of `dataDir` if it runs right now, else undefined. */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const access = await readAccess(resolve(dataDir))
  if (!access?.holder || !(await isStillRunning(access.holder))) return undefined
  return urlOf(access, database)
}

function inUse(folder: string, pid: number): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data folder ${folder} is in use by process ${pid}; stop that first, or set DATA_DIR to another folder.`,
  )
}

function damaged(path: string, reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database in ${path} can't be used: ${reason}. Restore the data folder from a copy, or move it away to begin anew.`,
  )
}

async function makeDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(join(folder, 'logs'), { recursive: true })
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data folder ${folder} can't be written (${(error as NodeJS.ErrnoException).code}); set DATA_DIR to a folder of your own.`,
    )
  }
}

async function holder(): Promise<{ holder?: ProcessIdentity }> {
  const self = await identityOf(process.pid)
  return self ? { holder: self } : {}
}

const accessFile = (folder: string): string => join(folder, 'postgres.json')

async function readAccess(folder: string): Promise<Access | undefined> {
  const text = await readFile(accessFile(folder), 'utf8').catch(absent)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Access
  } catch {
    throw damaged(folder, 'its file postgres.json is not readable as JSON')
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw new EmbeddedDatabaseError(`${error.path} can't be read (${error.code}).`)
}

async function writeAccess(folder: string, access: Access): Promise<void> {
  const unfinished = `${accessFile(folder)}.new`
  await writeFile(unfinished, `${JSON.stringify(access)}\n`, { mode: 0o600 })
  await rename(unfinished, accessFile(folder))
}

function accessOrRefuse(access: Access | undefined, { cluster }: Place): Access {
  if (!access) throw damaged(cluster, 'its password file postgres.json is missing')
  return access
}

async function clusterExists(place: Place): Promise<boolean> {
  if (!(await stat(place.cluster).catch(absentOrForbidden(place)))) return false
  const version = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8').catch(absentOrForbidden(place)))?.trim()
  if (version === majorVersion) return true
  if (version === undefined) throw damaged(place.cluster, 'its file PG_VERSION is missing')
  throw damaged(place.cluster, `it was made by PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}`)
}

function absentOrForbidden({ cluster }: Place) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code === 'ENOENT') return undefined
    throw damaged(cluster, `it belongs to another user (${error.code})`)
  }
}

// A cluster is made beside its place and moved there when it is whole, so that an interrupted start leaves no half one.
async function createCluster(place: Place, folder: string, durable: boolean): Promise<Access> {
  const password = randomBytes(24).toString('base64url')
  const unfinished = `${place.cluster}.new`
  await makeFolderFor(place.account, unfinished)
  const passwordFile = await givePassword(place.account, `${unfinished}.password`, password)
  const made = await run(place, 'initdb', initArguments(unfinished, passwordFile, durable))
  await rm(passwordFile)
  if (made.code !== 0) throw damaged(place.cluster, `initdb said "${lastLine(made.output)}"`)
  const access = { port: 0, password }
  await writeAccess(folder, access)
  await rename(unfinished, place.cluster)
  return access
}

function initArguments(cluster: string, passwordFile: string, durable: boolean): string[] {
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--auth=scram-sha-256', `--username=${user}`, `--pwfile=${passwordFile}`]
  return ['-D', cluster, ...text, ...access, '-c', 'timezone=UTC', ...(durable ? [] : ['--no-sync'])]
}

async function givePassword(account: Account, path: string, password: string): Promise<string> {
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  if (account) await chown(path, account.uid, account.gid)
  return path
}

async function endOrphan(place: Place): Promise<void> {
  const pidFile = join(place.cluster, 'postmaster.pid')
  const pid = Number.parseInt((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0] ?? '', 10)
  if (!Number.isInteger(pid) || !isAlive(pid)) return
  if (await serves(pid, place.cluster)) await stopServer(place)
  else await rm(pidFile, { force: true })
}

// A postmaster works in its cluster's folder. Where /proc is missing, pg_ctl decides by itself.
async function serves(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return folder === (await realpath(cluster))
}

type StartServer = { place: Place; folder: string; durable: boolean; preferredPort: number }

async function startServer({ place, folder, durable, preferredPort }: StartServer): Promise<number> {
  const logPath = join(folder, 'logs', 'postgres.log')
  let port = await freePort(preferredPort)
  for (let attempt = 1; ; attempt += 1) {
    const complaint = await tryStart({ place, logPath, port, durable })
    if (complaint === undefined) return port
    if (attempt === startAttempts || !mayPass(complaint)) {
      throw damaged(place.cluster, `PostgreSQL said "${complaint}" (more in ${logPath})`)
    }
    await pause(retryPauseMs)
    port = await freePort(preferredPort)
  }
}

function mayPass(complaint: string): boolean {
  return /shared memory block|could not create any TCP/.test(complaint)
}

type TryStart = { place: Place; logPath: string; port: number; durable: boolean }

async function tryStart({ place, logPath, port, durable }: TryStart): Promise<string | undefined> {
  const log = await open(logPath, 'a')
  try {
    const { size } = await log.stat()
    if (size > logAtMostBytes) await log.truncate()
    const options = serverSettings(port, durable).map((setting) => `-c ${setting}`)
    const started = ['-D', place.cluster, '-w', '-t', String(startWithinSeconds), '-o', options.join(' '), 'start']
    const { code } = await run(place, 'pg_ctl', started, log.fd)
    if (code === 0) return undefined
    return complaintIn((await readFile(logPath)).subarray(size > logAtMostBytes ? 0 : size).toString())
  } finally {
    await log.close()
  }
}

function serverSettings(port: number, durable: boolean): string[] {
  const loopbackOnly = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  const hasty = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  return [...loopbackOnly, 'max_connections=200', ...(durable ? [] : hasty)]
}

function complaintIn(log: string): string {
  const complaints = [...log.matchAll(/(?:FATAL|PANIC):\s+(.*)/g)].map((match) => match[1] ?? '')
  return complaints.at(-1) ?? lastLine(log)
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

async function freePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? 0
}

function tryPort(port: number): Promise<number | undefined> {
  const probe = createServer()
  return new Promise((found) => {
    probe.once('error', () => found(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => found(free))
    })
  })
}

async function stopServer(place: Place): Promise<void> {
  const stop = (mode: string) => ['-D', place.cluster, '-w', '-t', String(stopWithinSeconds), '-m', mode, 'stop']
  const { code } = await run(place, 'pg_ctl', stop('fast'))
  if (code !== 0) await run(place, 'pg_ctl', stop('immediate'))
}

type Outcome = { code: number | null; output: string }

// The server outlives pg_ctl and would keep a pipe open, so its output goes to a file.
function run(place: Place, program: 'initdb' | 'pg_ctl', args: string[], log?: number): Promise<Outcome> {
  const child = spawn(join(place.binaries, 'bin', program), args, {
    cwd: dirname(place.cluster),
    env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
    ...place.account,
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) => done({ code, output }))
  })
}

function urlOf({ port, password }: Access, name: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
