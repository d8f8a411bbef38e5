import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from '../run-to-end.ts'
import type { DatabaseLayers, ClusterDatabaseOptions } from './patroni-database.ts'
import { retryUntilTimeout } from './retry-until-timeout.ts'
import type { DatabaseAccounts } from './passwords.ts'
import { readMemberParameters } from './patroni.ts'
import type { ClusterPorts } from './cluster-ports.ts'
import { findPrograms, type ProgramPaths } from './find-programs.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { enableSynchronousStandby } from './store.ts'
import { findUnprivilegedUser, changeOwner, createPrivateFolder, type ServiceUser } from './service-user.ts'

const copyTimeoutMs = 30_000

type Pair = {
  programs: Pick<ProgramPaths, 'initdb' | 'postgres' | 'pg_basebackup'>
  accounts: DatabaseAccounts
  user: ServiceUser | undefined
  /** The primary, then the standby. */
  servers: readonly [PairServer, PairServer]
}

type PairServer = { name: 'postgres-1' | 'postgres-2'; port: number; folder: string }

/**
 * Prepares one PostgreSQL and its synchronous standby. Only the drill promotes the standby; the portal tries both
 * servers. Each start begins with an empty database.
 */
export async function prepareStandbyPair({ folder, ports, accounts }: ClusterDatabaseOptions): Promise<DatabaseLayers> {
  const programs = findPrograms(['postgres', 'initdb', 'pg_basebackup'])
  const user = findUnprivilegedUser()
  const servers = [serverOf('postgres-1', folder, ports), serverOf('postgres-2', folder, ports)] as const
  const pair: Pair = { programs, accounts, user, servers }
  const [primary, standby] = servers
  const { name, password } = accounts.portal
  const account = `postgres://${name}:${password}@`
  const serverUrls = servers.map(({ port }) => `${account}127.0.0.1:${port}/${name}`)
  const url = `${account}${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${name}?target_session_attrs=read-write`
  return {
    layers: [
      { prepare: async () => makePrimary(pair), services: [serviceOf(pair, primary)] },
      { prepare: async () => copyPrimary(pair), services: [serviceOf(pair, standby)] },
      { prepare: async () => enableSynchronousStandby(administratorUrl(pair, primary)), services: [] },
    ],
    urls: { url, sessionUrl: url, hostUrl: serverUrls[0] ?? '' },
    serverUrls,
    behindBalancer: undefined,
  }
}

function serverOf(name: PairServer['name'], folder: string, ports: ClusterPorts): PairServer {
  return { name, port: ports[name], folder: join(folder, name) }
}

function administratorUrl({ accounts }: Pair, { port }: PairServer): string {
  const { name, password } = accounts.administrator
  return `postgres://${name}:${password}@127.0.0.1:${port}/postgres`
}

async function makePrimary({ programs, accounts, user, servers }: Pair): Promise<void> {
  const [{ folder }] = servers
  const data = await emptyFolder(folder, user)
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, accounts.administrator.password, { mode: 0o600 })
  await changeOwner(passwordFile, user)
  const account = ['--username', accounts.administrator.name, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
  await runToEnd(
    programs.initdb,
    ['--pgdata', data, ...account, '--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'],
    {
      user,
      cwd: '/',
    },
  )
  await rm(passwordFile)
}

/** Makes the standby a copy of the primary. Retries, because the primary may still be starting. */
async function copyPrimary(pair: Pair): Promise<void> {
  await retryUntilTimeout(copyTimeoutMs, async () => copyOnce(pair))
}

async function copyOnce({ programs, accounts, user, servers }: Pair): Promise<void> {
  const [primary, standby] = servers
  const data = await emptyFolder(standby.folder, user)
  const { name, password } = accounts.administrator
  const from = ['--host', '127.0.0.1', '--port', String(primary.port), '--username', name]
  const options = ['--write-recovery-conf', '--checkpoint', 'fast', '--no-sync']
  await runToEnd(programs.pg_basebackup, ['--pgdata', data, ...from, ...options], {
    user,
    cwd: '/',
    env: { PGPASSWORD: password },
  })
}

async function emptyFolder(folder: string, user: ServiceUser | undefined): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  return createPrivateFolder(join(await createPrivateFolder(folder, user), 'data'), user)
}

function serviceOf({ programs, user }: Pair, { name, port, folder }: PairServer): ServiceSpec {
  const settings = Object.entries({
    ...readMemberParameters(),
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
  }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  return {
    name,
    command: [programs.postgres, '-D', join(folder, 'data'), ...settings],
    env: {},
    user,
    ready: { kind: 'tcp', port },
  }
}
