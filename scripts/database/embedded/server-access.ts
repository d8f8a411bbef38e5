import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProcessIdentity } from '../../processes/running-process.ts'
import { createUnusableDatabaseError, EmbeddedDatabaseError } from './embedded-database-error.ts'

/**
 * The content of `<dataDir>/postgres.json`, which only its owner can read: the port and the password of the server.
 * `holder`: the process that started the server. `hasDatabase`: whether the portal's database was created in the
 * cluster.
 */
export type ServerAccess = { port: number; password: string; holder?: ProcessIdentity; hasDatabase?: boolean }

const accessFile = (folder: string): string => join(folder, 'postgres.json')

/**
 * Reads the file with the port and password of the server. Returns undefined if the server was never started.
 * @throws EmbeddedDatabaseError if the file is not JSON
 */
export async function readServerAccess(folder: string): Promise<ServerAccess | undefined> {
  const text = await readFile(accessFile(folder), 'utf8').catch(undefinedIfMissing)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as ServerAccess
  } catch {
    throw createUnusableDatabaseError(folder, 'its file postgres.json is not readable as JSON')
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw new EmbeddedDatabaseError(`${error.path} can't be read (${error.code}).`)
}

/**
 * Replaces the file with the port and password of the server in one step, so that no reader sees an incomplete file.
 */
export async function writeServerAccess(folder: string, access: ServerAccess): Promise<void> {
  const unfinishedFile = `${accessFile(folder)}.new`
  await writeFile(unfinishedFile, `${JSON.stringify(access)}\n`, { mode: 0o600 })
  await rename(unfinishedFile, accessFile(folder))
}
