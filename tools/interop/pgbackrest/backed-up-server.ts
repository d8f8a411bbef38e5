import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServiceProcess, startServiceProcess } from '../../../scripts/processes/service-process.ts'
import { waitUntilReady } from '../../../scripts/processes/readiness.ts'
import { libraryFolderIn, NotAvailableError } from '../../../scripts/debian-packages.ts'

export type BackedUpServer = {
  url: string
  start(): Promise<void>
  /** Kills the server without a shutdown, like a lost machine. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Runs a PostgreSQL program or pgBackRest, and returns the output. */
  run(program: string, ...args: string[]): string
  /** Deletes the data, like a lost disk. */
  lose(): Promise<void>
}

type User = { uid: number; gid: number }

/** The user that runs PostgreSQL and pgBackRest, which do not run as root. */
const nobody: User = { uid: 65_534, gid: 65_534 }
const deploy = join(import.meta.dirname, '../../../deploy/pgbackrest')

export type BackedUpServerLocation = { folder: string; root: string; port: number }

/** Prepares a PostgreSQL 15 in `folder`, with the backup settings of deploy/pgbackrest. */
export async function prepareBackedUpServer({ folder, root, port }: BackedUpServerLocation): Promise<BackedUpServer> {
  const user = userHere()
  const data = join(folder, 'data')
  const settings = join(folder, 'pgbackrest.conf')
  const own = process.env['PATH'] ?? ''
  const env = {
    PATH: [programsIn(root), join(root, 'usr/bin'), own].join(':'),
    LD_LIBRARY_PATH: libraryFolderIn(root),
    PGBACKREST_CONFIG: settings,
    LC_ALL: 'C.UTF-8',
    HOME: folder,
  }
  await layOut()

  function run(program: string, ...args: string[]): string {
    const { status, stdout, stderr, error } = spawnSync(program, args, { ...user, env, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`)
    return stdout
  }

  async function layOut(): Promise<void> {
    await rm(folder, { recursive: true, force: true })
    for (const part of ['', 'repository', 'spool', 'lock', 'log', 'sockets']) await ownFolder(join(folder, part), user)
    const written = await readFile(join(deploy, 'pgbackrest.conf'), 'utf8')
    await writeFile(settings, withPaths(written, { folder, data, port }))
    await chown(settings, user.uid, user.gid)
    run('initdb', '--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-locale')
    const archiving = await readFile(join(deploy, 'postgresql.conf'), 'utf8')
    const network = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${join(folder, 'sockets')}'\n`
    await writeFile(join(data, 'postgresql.conf'), `${network}${archiving}`)
  }

  let server: ServiceProcess | undefined

  async function start(): Promise<void> {
    const service = {
      name: 'postgres',
      command: ['postgres', '-D', data],
      env: {},
      user,
      ready: { kind: 'tcp', port },
    } as const
    server = await startServiceProcess(service, { logFolder: folder, baseEnv: env })
    await waitUntilReady(service, server)
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    server?.signal(signal)
    await server?.ended
  }

  return {
    url: `postgres://postgres@127.0.0.1:${port}/portal`,
    start,
    kill: async () => end('SIGQUIT'),
    stop: async () => end('SIGINT'),
    run,
    lose: async () => {
      await rm(data, { recursive: true })
      await ownFolder(data, user)
    },
  }
}

function userHere(): User {
  const uid = process.getuid?.() ?? nobody.uid
  return uid === 0 ? nobody : { uid, gid: process.getgid?.() ?? nobody.gid }
}

async function ownFolder(folder: string, { uid, gid }: User): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chown(folder, uid, gid)
  await chmod(folder, 0o700)
}

/**
 * Returns the folder of the installed PostgreSQL 15, or of the PostgreSQL that is unpacked in `root`. @throws
 * NotAvailableError if there is none
 */
function programsIn(root: string): string {
  const folders = ['/usr/lib/postgresql/15/bin', join(root, 'usr/lib/postgresql/15/bin')]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (found === undefined) throw new NotAvailableError('there is no PostgreSQL 15')
  return found
}

type Paths = { folder: string; data: string; port: number }

/** Returns the settings of deploy/pgbackrest with the paths of this trial. */
function withPaths(written: string, { folder, data, port }: Paths): string {
  const paths = {
    'repo1-path': join(folder, 'repository'),
    'pg1-path': data,
  }
  const moved = Object.entries(paths).reduce(
    (text, [name, path]) => text.replace(new RegExp(`^${name}=.*$`, 'mu'), `${name}=${path}`),
    written,
  )
  const extra = `spool-path=${join(folder, 'spool')}\nlock-path=${join(folder, 'lock')}\nlog-path=${join(folder, 'log')}\n`
  const own = `pg1-port=${port}\npg1-socket-path=${join(folder, 'sockets')}\npg1-user=postgres\n`
  return `${moved.replace('[global]\n', `[global]\n${extra}`)}${own}`
}
