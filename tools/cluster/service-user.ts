import { chown, mkdir, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'

/** The user id and group id that run a process. */
export type ServiceUser = { uid: number; gid: number }

/**
 * Returns the user that runs programs that refuse to run as root, such as PostgreSQL. If this process is root, it is
 * `postgres` or `nobody`; otherwise undefined, which means the current user.
 */
export function findUnprivilegedUser(): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entry = /^postgres:[^:]*:(\d+):(\d+):/mu.exec(readFileSync('/etc/passwd', 'utf8'))
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : nobody
}

const nobody: ServiceUser = { uid: 65_534, gid: 65_534 }

/** Creates a folder that only `user` can read, by default this user. Returns its path. */
export async function createPrivateFolder(path: string, user?: ServiceUser): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await changeOwner(path, user)
  return path
}

/** Writes a file that only `user` can read, by default this user. */
export async function writePrivateFile(path: string, text: string, user?: ServiceUser): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await changeOwner(path, user)
}

/** Changes the owner of a file or folder to `user`. Does nothing if `user` is undefined. */
export async function changeOwner(path: string, user: ServiceUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}
