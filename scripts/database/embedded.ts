import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readServerAccess, writeServerAccess, type ServerAccess } from './embedded/server-access.ts'
import { clusterExists, createCluster, databaseOwner } from './embedded/database-cluster.ts'
import { createUnusableDatabaseError, EmbeddedDatabaseError } from './embedded/embedded-database-error.ts'
import { chooseDatabaseLocation, type DatabaseLocation } from './embedded/database-location.ts'
import { stopOrphanedServer, findPostgresProcess, startPostgres, stopPostgres } from './embedded/postgres-server.ts'
import { findProcessIdentity, isStillRunning, type ProcessIdentity } from '../processes/running-process.ts'

/** A running embedded PostgreSQL: its URL, and a function to stop it. */
export type EmbeddedDatabase = { url: string; stop(): Promise<void> }

/** An embedded database that the caller can check and restart. */
export type RestartableDatabase = EmbeddedDatabase & {
  isRunning(): Promise<boolean>
  /**
   * Restarts the database at the same URL, if it has stopped.
   * @throws EmbeddedDatabaseError if the restart fails
   */
  startAgain(): Promise<void>
}

export type EmbeddedDatabaseOptions = {
  /**
   * The folder for all data. The cluster is in `<dataDir>/postgres`, or in a folder that `embedded/database-location.ts`
   * chooses.
   */
  dataDir: string
  /** Whether the server forces writes to disk. False only for tests and benchmarks. */
  durable?: boolean
  /** Whether the database uses less memory than by default, which makes the database slower with much data. */
  isSmall?: boolean
}

const database = 'portal'

/**
 * Starts the PostgreSQL 18 from npm on a free loopback port. If an earlier process was killed, first stops the server
 * of that process.
 * @throws EmbeddedDatabaseError with one clear sentence, for example if the folder cannot be used
 */
export async function startEmbeddedDatabase({
  dataDir,
  durable = true,
  isSmall = false,
}: EmbeddedDatabaseOptions): Promise<RestartableDatabase> {
  const folder = resolve(dataDir)
  await makeDataFolder(folder)
  const location = await chooseDatabaseLocation(folder)
  const serverAccess = await readServerAccess(folder)
  if (serverAccess?.holder && (await isStillRunning(serverAccess.holder)))
    throw folderInUseError(folder, serverAccess.holder.pid)
  const access = (await clusterExists(location))
    ? accessOrThrow(serverAccess, location)
    : await createCluster({ location, folder, durable })
  await stopOrphanedServer(location)
  const port = await startPostgres({ location, folder, durable, isSmall, preferredPort: access.port })
  const current = { port, password: access.password, hasDatabase: true }
  const heldLock = { ...current, ...(await currentProcess()) }
  await writeServerAccess(folder, { ...heldLock, hasDatabase: access.hasDatabase === true })
  if (!access.hasDatabase) {
    // Imports the client for PostgreSQL only if the database must be created. This process runs as long as the
    // server, and without the import it uses less memory.
    const { ensurePortalDatabase } = await import('./embedded/store.ts')
    await ensurePortalDatabase(urlOf(current, 'postgres'))
    await writeServerAccess(folder, heldLock)
  }
  let server = await findPostgresProcess(location)
  const stop = async (): Promise<void> => {
    await stopPostgres(location)
    await writeServerAccess(folder, current)
  }
  const startAgain = async (): Promise<void> => {
    await stopOrphanedServer(location)
    await startPostgres({ location, folder, durable, isSmall, preferredPort: port, isPortFixed: true })
    server = await findPostgresProcess(location)
  }
  return {
    url: urlOf(current, database),
    stop,
    // If the process of the server could not be identified, the database counts as running.
    isRunning: async () => server === undefined || isStillRunning(server),
    startAgain,
  }
}

/**
 * Stops the database whose process was killed, and deletes its data. Does nothing if the process that started the
 * database still runs.
 */
export async function deleteAbandonedDatabase(dataDir: string): Promise<void> {
  const access = await readServerAccess(dataDir)
  if (!access?.holder || (await isStillRunning(access.holder))) return
  const location = await chooseDatabaseLocation(dataDir)
  await stopOrphanedServer(location)
  await rm(location.cluster, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

/**
 * Returns the URL of the embedded database of `dataDir` if the process that started it still runs, otherwise undefined.
 */
export async function findRunningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const access = await readServerAccess(resolve(dataDir))
  if (!access?.holder || !(await isStillRunning(access.holder))) return undefined
  return urlOf(access, database)
}

function folderInUseError(folder: string, pid: number): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data folder ${folder} is in use by process ${pid}; stop that first, or set DATA_DIR to another folder.`,
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

async function currentProcess(): Promise<{ holder?: ProcessIdentity }> {
  const self = await findProcessIdentity(process.pid)
  return self ? { holder: self } : {}
}

function accessOrThrow(access: ServerAccess | undefined, { cluster }: DatabaseLocation): ServerAccess {
  if (!access) throw createUnusableDatabaseError(cluster, 'its password file postgres.json is missing')
  return access
}

function urlOf({ port, password }: ServerAccess, name: string): string {
  return `postgres://${databaseOwner}:${password}@127.0.0.1:${port}/${name}`
}
