import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceProcess } from '../../../scripts/processes/service-process.ts'
import { NotAvailableError } from '../../../scripts/debian-packages.ts'
import { changeOwner, createPrivateFolder, findUnprivilegedUser } from '../../cluster/service-user.ts'
import { postgresTools } from '../../cluster/find-programs.ts'
import type { DebianPrograms } from '../debian-programs.ts'
import { startProgram } from '../start-program.ts'
import type { Trial } from '../trial.ts'

export type BackedUpServer = {
  url: string
  start(): Promise<void>
  /** Kills the server without a shutdown, and deletes its data, like a lost machine. */
  lose(): Promise<void>
  stop(): Promise<void>
  /** Runs a PostgreSQL program or pgBackRest, and returns the output. */
  run(program: string, ...args: string[]): Promise<string>
}

const deploy = join(import.meta.dirname, '../../../deploy/pgbackrest')

export type BackedUpServerLocation = { folder: string; debian: DebianPrograms; port: number }

/** Prepares a PostgreSQL 15 in `folder`, with the backup settings of deploy/pgbackrest. */
export async function prepareBackedUpServer(
  trial: Trial,
  { folder, debian, port }: BackedUpServerLocation,
): Promise<BackedUpServer> {
  const user = findUnprivilegedUser()
  const data = join(folder, 'data')
  const settings = join(folder, 'pgbackrest.conf')
  const env = {
    ...debian.env,
    PATH: [findPostgresTools(debian.root), join(debian.root, 'usr/bin'), process.env['PATH'] ?? ''].join(':'),
    PGBACKREST_CONFIG: settings,
    LC_ALL: 'C.UTF-8',
    HOME: folder,
  }
  const run = async (program: string, ...args: string[]): Promise<string> =>
    debian.run(program, args, { user, env, cwd: folder })
  let server: ServiceProcess | undefined
  async function end(signal: NodeJS.Signals): Promise<void> {
    server?.signal(signal)
    await server?.ended
  }

  await rm(folder, { recursive: true, force: true })
  for (const part of ['', 'repository', 'spool', 'lock', 'log', 'sockets'])
    await createPrivateFolder(join(folder, part), user)
  await writeFile(settings, withPaths(await readFile(join(deploy, 'pgbackrest.conf'), 'utf8'), { folder, data, port }))
  await changeOwner(settings, user)
  const account = ['--username', 'postgres', '--auth', 'trust']
  await run('initdb', '--pgdata', data, ...account, '--encoding', 'UTF8', '--no-locale')
  const archiving = await readFile(join(deploy, 'postgresql.conf'), 'utf8')
  const network = `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${join(folder, 'sockets')}'\n`
  await writeFile(join(data, 'postgresql.conf'), `${network}${archiving}`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/portal`,
    start: async () => {
      const ready = { kind: 'tcp', port } as const
      server = await startProgram(trial, { name: 'postgres', command: ['postgres', '-D', data], env, user, ready })
    },
    lose: async () => {
      await end('SIGQUIT')
      await rm(data, { recursive: true })
      await createPrivateFolder(data, user)
    },
    stop: async () => end('SIGINT'),
    run,
  }
}

/**
 * Returns the folder of the installed PostgreSQL 15, or of the PostgreSQL that is unpacked in `root`. @throws
 * NotAvailableError if there is none
 */
function findPostgresTools(root: string): string {
  const found = [postgresTools, join(root, postgresTools)].find((folder) => existsSync(join(folder, 'initdb')))
  if (found === undefined) throw new NotAvailableError('there is no PostgreSQL 15')
  return found
}

type Paths = { folder: string; data: string; port: number }

/** Returns the settings of deploy/pgbackrest with the paths of this trial. */
function withPaths(settings: string, { folder, data, port }: Paths): string {
  const at = (part: string): string => join(folder, part)
  return settings
    .replace(/^repo1-path=.*$/mu, `repo1-path=${at('repository')}`)
    .replace(/^pg1-path=.*$/mu, `pg1-path=${data}`)
    .replace('[global]\n', `[global]\nspool-path=${at('spool')}\nlock-path=${at('lock')}\nlog-path=${at('log')}\n`)
    .concat(`pg1-port=${port}\npg1-socket-path=${at('sockets')}\npg1-user=postgres\n`)
}
