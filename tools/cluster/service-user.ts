import { chown, mkdir } from 'node:fs/promises'
import { readFileSync } from 'node:fs'

/** The user of a process. */
export type ServiceUser = { uid: number; gid: number }

/** PostgreSQL and PgBouncer refuse to run as root: root runs them as `postgres` or `nobody`, other users as themselves. */
export function databaseUser(): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entry = /^postgres:[^:]*:(\d+):(\d+):/mu.exec(readFileSync('/etc/passwd', 'utf8'))
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : nobody
}

const nobody: ServiceUser = { uid: 65_534, gid: 65_534 }

/** Makes a folder that only `user` can read. */
export async function ownFolder(path: string, user: ServiceUser | undefined): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await changeOwner(path, user)
  return path
}

/** Changes the owner of a file or folder to `user`. */
export async function changeOwner(path: string, user: ServiceUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}
