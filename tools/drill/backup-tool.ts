import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fillTemplate } from '../fill-template.ts'
import { runToEnd } from '../run-to-end.ts'
import type { DatabaseAccounts } from '../cluster/passwords.ts'
import { databaseMembers, type DatabaseMember } from '../cluster/cluster-machines.ts'
import { retryUntilTimeout } from '../cluster/retry-until-timeout.ts'
import type { ClusterPorts } from '../cluster/cluster-ports.ts'
import { postgresTools } from '../cluster/find-programs.ts'
import { postgresCommand } from '../cluster/postgres-command.ts'
import { type ServiceProcess, startServiceProcess } from '../../scripts/processes/service-process.ts'
import { serviceEnv } from '../cluster/service-env.ts'
import { findUnprivilegedUser, writePrivateFile, createPrivateFolder } from '../cluster/service-user.ts'
import type { RunningCluster } from '../cluster/cluster-control.ts'
import { isServerAnswering, isWalFileArchived, findPrimaryUrl, switchWalFile } from './store.ts'

/** Functions that back up and restore the database with pgBackRest. */
export type BackupTool = {
  /** Returns the `archive_command` of a member. */
  archive(member: DatabaseMember): string
  /** Creates the repository of the backups. The primary must be running. */
  prepare(cluster: RunningCluster): Promise<void>
  /** Makes a full backup of the primary. */
  copy(cluster: RunningCluster): Promise<void>
  /** Restores the database to a point in time, on a server that is not part of the cluster. */
  restore(cluster: RunningCluster, moment: Date): Promise<RestoredServer>
}

export type RestoredServer = { url: string; remove(): Promise<void> }

const archivingTimeoutMs = 60_000
const recoveryTimeoutMs = 120_000
const electionTimeoutMs = 60_000

type BackupOptions = { folder: string; ports: ClusterPorts; program: string; accounts: DatabaseAccounts }

/**
 * Prepares pgBackRest. The repository and the settings are in `folder`/backup; a restored database is in
 * `folder`/postgres-restored.
 */
export async function prepareBackupTool({ folder, ports, program, accounts }: BackupOptions): Promise<BackupTool> {
  const user = findUnprivilegedUser()
  const processFolder = await createPrivateFolder(join(folder, 'backup'), user)
  // If this drill is killed, a later drill ends the server in this folder.
  const restored = join(folder, 'postgres-restored')
  const at = (...parts: string[]): string => join(processFolder, ...parts)
  const settingsAt = (name: string): string => at(name, 'pgbackrest.conf')
  for (const part of ['repository', 'log', 'sockets']) await createPrivateFolder(at(part), user)
  for (const member of databaseMembers) await writeSettings(`postgres-${member}`, join(folder, `postgres-${member}`))
  await writeSettings('restored', restored)

  async function writeSettings(name: keyof ClusterPorts | 'restored', server: string): Promise<void> {
    await createPrivateFolder(at(name), user)
    await createPrivateFolder(at(name, 'lock'), user)
    const port = ports[name === 'restored' ? 'postgres-restored' : name]
    const values = { name, backup: processFolder, server, port, user: accounts.administrator.name }
    await writePrivateFile(settingsAt(name), fillTemplate(new URL('pgbackrest.conf', import.meta.url), values), user)
  }

  async function run(name: string, ...args: string[]): Promise<void> {
    await runToEnd(program, [`--config=${settingsAt(name)}`, '--stanza=portal', ...args], {
      user,
      cwd: '/',
      env: { PGPASSWORD: accounts.administrator.password },
    })
  }

  async function leader({ serverUrls }: RunningCluster): Promise<{ name: string; url: string }> {
    const url = await retryUntilTimeout(electionTimeoutMs, () => findPrimaryUrl(serverUrls))
    return { name: `postgres-${serverUrls.indexOf(url) + 1}`, url }
  }

  async function restore(cluster: RunningCluster, moment: Date): Promise<RestoredServer> {
    const administrator = cluster.asAdministrator((await leader(cluster)).url)
    const last = await switchWalFile(administrator)
    await retryUntilTimeout(archivingTimeoutMs, async () => {
      if (!(await isWalFileArchived(administrator, last))) throw new Error(`The log ${last} is not kept.`)
    })
    await rm(restored, { recursive: true, force: true })
    await createPrivateFolder(restored, user)
    await createPrivateFolder(join(restored, 'data'), user)
    const target = `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`
    await run('restored', '--type=time', target, '--target-action=promote', 'restore')
    const server = await startRestored()
    const url = administrator.replace(/@.*$/u, `@127.0.0.1:${ports['postgres-restored']}/${accounts.portal.name}`)
    const remove = async (): Promise<void> => {
      await server.stop()
      await rm(restored, { recursive: true, force: true })
    }
    try {
      await retryUntilTimeout(recoveryTimeoutMs, async () => {
        if (!(await isServerAnswering(url))) throw new Error('The restored server does not answer.')
        await findPrimaryUrl([url])
      })
    } catch (error) {
      await remove()
      throw error
    }
    return { url, remove }
  }

  async function startRestored(): Promise<ServiceProcess> {
    const data = join(restored, 'data')
    const parameters = {
      listen_addresses: '127.0.0.1',
      port: ports['postgres-restored'],
      unix_socket_directories: restored,
      hba_file: join(data, 'pg_hba.conf'),
      ident_file: join(data, 'pg_ident.conf'),
      archive_mode: 'off',
      synchronous_standby_names: '',
      primary_conninfo: '',
    }
    const command = postgresCommand(join(postgresTools, 'postgres'), data, parameters)
    const port = ports['postgres-restored']
    const service = { name: 'postgres-restored', command, user, ready: { kind: 'tcp', port } } as const
    return startServiceProcess(service, { logFolder: join(folder, 'logs'), baseEnv: serviceEnv })
  }

  return {
    archive: (member) => `${program} --config=${settingsAt(`postgres-${member}`)} --stanza=portal archive-push %p`,
    prepare: async (cluster) => {
      if (existsSync(at('repository/archive/portal'))) return
      await run((await leader(cluster)).name, 'stanza-create')
    },
    copy: async (cluster) => run((await leader(cluster)).name, '--type=full', 'backup'),
    restore,
  }
}
