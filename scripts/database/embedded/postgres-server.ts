import { open, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProcessIdentity, isProcessAlive, type ProcessIdentity } from '../../processes/running-process.ts'
import { createUnusableDatabaseError, EmbeddedDatabaseError } from './embedded-database-error.ts'
import type { DatabaseLocation } from './database-location.ts'
import { lastLineOf, runPostgresProgram } from './run-postgres-program.ts'

const startWithinSeconds = 60
const stopWithinSeconds = 30
// The maximum number of attempts to start. If the postmaster was killed with kill -9, its backends need a moment to
// release the shared memory, and the first attempts fail.
const startAttempts = 20
const retryPauseMs = 500
const maxLogBytes = 5_000_000

/**
 * Stops the server of an earlier process that was killed. If the id in the PID file now belongs to another program,
 * deletes the file instead.
 */
export async function stopOrphanedServer(location: DatabaseLocation): Promise<void> {
  const pid = await pidInFile(location)
  if (!Number.isInteger(pid) || !isProcessAlive(pid)) return
  if (await isPostmasterOf(pid, location.cluster)) await stopPostgres(location)
  else await rm(pidFileOf(location), { force: true })
}

/** Finds the process of the running server. Returns undefined if the server is not running. */
export async function findPostgresProcess(location: DatabaseLocation): Promise<ProcessIdentity | undefined> {
  const pid = await pidInFile(location)
  return Number.isInteger(pid) ? findProcessIdentity(pid) : undefined
}

function pidFileOf({ cluster }: DatabaseLocation): string {
  return join(cluster, 'postmaster.pid')
}

async function pidInFile(location: DatabaseLocation): Promise<number> {
  return Number.parseInt((await readFile(pidFileOf(location), 'utf8').catch(() => '')).split('\n')[0] ?? '', 10)
}

// Returns whether the process is the postmaster of the cluster, by its working directory. On systems without /proc,
// returns true, because pg_ctl also checks this.
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return folder === (await realpath(cluster))
}

type StartServer = {
  location: DatabaseLocation
  folder: string
  durable: boolean
  isSmall: boolean
  preferredPort: number
  isPortFixed?: boolean
}

/**
 * Starts the server and returns its port. This is the preferred port, or another free port if the preferred port is in
 * use and `isPortFixed` is false.
 * @throws EmbeddedDatabaseError if the server does not start
 */
export async function startPostgres(start: StartServer): Promise<number> {
  const { location, folder, durable, isSmall } = start
  const logPath = join(folder, 'logs', 'postgres.log')
  let port = await choosePort(start)
  for (let attempt = 1; ; attempt += 1) {
    const complaint = await tryStart({ location, logPath, port, durable, isSmall })
    if (complaint === undefined) return port
    if (attempt === startAttempts || !isTemporary(complaint)) {
      throw createUnusableDatabaseError(location.cluster, `PostgreSQL said "${complaint}" (more in ${logPath})`)
    }
    await pause(retryPauseMs)
    port = await choosePort(start)
  }
}

function isTemporary(complaint: string): boolean {
  return /shared memory block|could not create any TCP/.test(complaint)
}

type TryStart = Pick<StartServer, 'location' | 'durable' | 'isSmall'> & { logPath: string; port: number }

async function tryStart({ location, logPath, port, durable, isSmall }: TryStart): Promise<string | undefined> {
  const log = await open(logPath, 'a')
  try {
    const { size } = await log.stat()
    if (size > maxLogBytes) await log.truncate()
    const options = serverSettings(port, { durable, isSmall }).map((setting) => `-c ${setting}`)
    const args = ['-D', location.cluster, '-w', '-t', String(startWithinSeconds), '-o', options.join(' '), 'start']
    const { code } = await runPostgresProgram({ location, program: 'pg_ctl', args, log: log.fd })
    if (code === 0) return undefined
    return reasonIn((await readFile(logPath)).subarray(size > maxLogBytes ? 0 : size).toString())
  } finally {
    await log.close()
  }
}

/**
 * Settings for a database that only a few people use. The server has fewer processes and uses less memory than by
 * default.
 */
const smallSettings = ['io_method=sync', 'max_logical_replication_workers=0', 'shared_buffers=12MB', 'jit=off']

function serverSettings(port: number, { durable, isSmall }: Pick<StartServer, 'durable' | 'isSmall'>): string[] {
  const loopbackOnly = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`]
  const hasty = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  return [...loopbackOnly, 'max_connections=200', ...(durable ? [] : hasty), ...(isSmall ? smallSettings : [])]
}

function reasonIn(log: string): string {
  const complaints = [...log.matchAll(/(?:FATAL|PANIC):\s+(.*)/g)].map((match) => match[1] ?? '')
  return complaints.at(-1) ?? lastLineOf(log)
}

async function choosePort({ preferredPort, isPortFixed = false }: StartServer): Promise<number> {
  const port = (await tryPort(preferredPort)) ?? (isPortFixed ? undefined : await tryPort(0))
  if (port !== undefined) return port
  throw new EmbeddedDatabaseError(`PostgreSQL can't start: its port ${preferredPort} is in use by another program.`)
}

function tryPort(port: number): Promise<number | undefined> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo
      probe.close(() => resolve(free))
    })
  })
}

/** Stops the server and ends its connections. Does nothing if the server is not running. */
export async function stopPostgres(location: DatabaseLocation): Promise<void> {
  const stop = (mode: string) => ['-D', location.cluster, '-w', '-t', String(stopWithinSeconds), '-m', mode, 'stop']
  const { code } = await runPostgresProgram({ location, program: 'pg_ctl', args: stop('fast') })
  if (code !== 0) await runPostgresProgram({ location, program: 'pg_ctl', args: stop('immediate') })
}
