import { randomBytes } from 'node:crypto'
import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeServerAccess, type ServerAccess } from './server-access.ts'
import { createUnusableDatabaseError, createDatabaseNotCreatedError } from './embedded-database-error.ts'
import { recreateFolder, type SystemAccount, type DatabaseLocation } from './database-location.ts'
import { lastLineOf, runPostgresProgram } from './run-postgres-program.ts'

/** The database role that owns the portal's database. */
export const databaseOwner = 'portal'

const majorVersion = '18'

/**
 * Returns whether the folder contains a database cluster of this version. Returns false if the folder does not exist,
 * as before the first start.
 * @throws EmbeddedDatabaseError if the folder contains something else
 */
export async function clusterExists(location: DatabaseLocation): Promise<boolean> {
  if (!(await stat(location.cluster).catch(undefinedIfMissing(location)))) return false
  const version = (
    await readFile(join(location.cluster, 'PG_VERSION'), 'utf8').catch(undefinedIfMissing(location))
  )?.trim()
  if (version === majorVersion) return true
  if (version === undefined) throw createUnusableDatabaseError(location.cluster, 'its file PG_VERSION is missing')
  throw createUnusableDatabaseError(
    location.cluster,
    `it was made by PostgreSQL ${version}, and this is PostgreSQL ${majorVersion}`,
  )
}

function undefinedIfMissing({ cluster }: DatabaseLocation) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (error.code === 'ENOENT') return undefined
    throw createUnusableDatabaseError(cluster, `it belongs to another user (${error.code})`)
  }
}

type CreateCluster = { location: DatabaseLocation; folder: string; durable: boolean }

// Creates the cluster in a temporary folder, and moves the folder when the cluster is complete, so that an
// interrupted start leaves no incomplete cluster.
export async function createCluster({ location, folder, durable }: CreateCluster): Promise<ServerAccess> {
  const password = randomBytes(24).toString('base64url')
  const unfinishedFolder = `${location.cluster}.new`
  await recreateFolder(location.account, unfinishedFolder)
  const passwordFile = await writePasswordFile(location.account, `${unfinishedFolder}.password`, password)
  const outcome = await runPostgresProgram({
    location,
    program: 'initdb',
    args: initArguments(unfinishedFolder, passwordFile, durable),
  })
  await rm(passwordFile)
  if (outcome.code !== 0)
    throw createDatabaseNotCreatedError(location.cluster, `initdb said "${reasonIn(outcome.output)}"`)
  const access = { port: 0, password }
  await writeServerAccess(folder, access)
  await rename(unfinishedFolder, location.cluster)
  return access
}

function initArguments(cluster: string, passwordFile: string, durable: boolean): string[] {
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--auth=scram-sha-256', `--username=${databaseOwner}`, `--pwfile=${passwordFile}`]
  return ['-D', cluster, ...text, ...access, '-c', 'timezone=UTC', ...(durable ? [] : ['--no-sync'])]
}

async function writePasswordFile(account: SystemAccount, path: string, password: string): Promise<string> {
  await writeFile(path, `${password}\n`, { mode: 0o600 })
  if (account) await chown(path, account.uid, account.gid)
  return path
}

// Returns the last line of initdb's output that names an error. The lines after it are about cleaning up.
function reasonIn(output: string): string {
  return output.split('\n').findLast((line) => /error|fatal|panic/iu.test(line)) ?? lastLineOf(output)
}
