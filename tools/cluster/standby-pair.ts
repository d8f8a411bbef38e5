import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from '../run-to-end.ts'
import type { DatabaseLayers, ClusterDatabaseOptions } from './database-layers.ts'
import { retryUntilTimeout } from './retry-until-timeout.ts'
import { readMemberParameters } from './patroni.ts'
import { findPrograms } from './find-programs.ts'
import { postgresCommand } from './postgres-command.ts'
import type { ServiceSpec } from '../../scripts/processes/service-spec.ts'
import { enableSynchronousStandby } from './store.ts'
import { createPrivateFolder, findUnprivilegedUser, writePrivateFile } from './service-user.ts'

const copyTimeoutMs = 30_000

type PairServer = 'postgres-1' | 'postgres-2'

/**
 * Prepares one PostgreSQL and its synchronous standby. Only the drill promotes the standby; the portal tries both
 * servers. Each start begins with an empty database.
 */
export async function prepareStandbyPair({ folder, ports, accounts }: ClusterDatabaseOptions): Promise<DatabaseLayers> {
  const programs = findPrograms(['postgres', 'initdb', 'pg_basebackup'])
  const user = findUnprivilegedUser()
  const { administrator, portal } = accounts
  const [primary, standby] = ['postgres-1', 'postgres-2'] as const
  const run = { user, cwd: '/', env: { PGPASSWORD: administrator.password } }

  async function createEmptyFolder(server: PairServer): Promise<string> {
    const own = join(folder, server)
    await rm(own, { recursive: true, force: true })
    await createPrivateFolder(own, user)
    return createPrivateFolder(join(own, 'data'), user)
  }

  async function makePrimary(): Promise<void> {
    const data = await createEmptyFolder(primary)
    const passwordFile = join(folder, primary, 'password')
    await writePrivateFile(passwordFile, administrator.password, user)
    const account = ['--username', administrator.name, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
    const options = ['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync']
    await runToEnd(programs.initdb, ['--pgdata', data, ...account, ...options], run)
    await rm(passwordFile)
  }

  async function copyPrimary(): Promise<void> {
    const data = await createEmptyFolder(standby)
    const from = ['--host', '127.0.0.1', '--port', String(ports[primary]), '--username', administrator.name]
    const options = ['--write-recovery-conf', '--checkpoint', 'fast', '--no-sync']
    await runToEnd(programs.pg_basebackup, ['--pgdata', data, ...from, ...options], run)
  }

  function serviceOf(name: PairServer): ServiceSpec {
    const own = { port: ports[name], unix_socket_directories: join(folder, name) }
    const parameters = { ...readMemberParameters(), listen_addresses: '127.0.0.1', ...own }
    const command = postgresCommand(programs.postgres, join(folder, name, 'data'), parameters)
    return { name, command, user, ready: { kind: 'tcp', port: ports[name] } }
  }

  const hosts = [primary, standby].map((name) => `127.0.0.1:${ports[name]}`)
  const urlOf = ({ name, password }: typeof portal, host: string): string => `postgres://${name}:${password}@${host}`
  const serverUrls = hosts.map((host) => `${urlOf(portal, host)}/${portal.name}`)
  const url = `${urlOf(portal, hosts.join(','))}/${portal.name}?target_session_attrs=read-write`
  const administratorUrl = `${urlOf(administrator, hosts[0] ?? '')}/postgres`
  return {
    layers: [
      { prepare: makePrimary, services: [serviceOf(primary)] },
      // Retries, because the primary may still be starting.
      { prepare: async () => retryUntilTimeout(copyTimeoutMs, copyPrimary), services: [serviceOf(standby)] },
      { prepare: async () => enableSynchronousStandby(administratorUrl), services: [] },
    ],
    urls: { url, sessionUrl: url, hostUrl: serverUrls[0] ?? '' },
    serverUrls,
    behindBalancer: undefined,
  }
}
