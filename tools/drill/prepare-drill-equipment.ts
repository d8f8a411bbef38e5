import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'
import { createSeparateMachines, type SeparateMachines } from '../cluster/cluster-machines.ts'
import { readOrCreatePasswords } from '../cluster/passwords.ts'
import type { ClusterDatabaseOptions, PatroniOptions } from '../cluster/database-layers.ts'
import { clusterPortsFrom } from '../cluster/cluster-ports.ts'
import { findPrograms } from '../cluster/find-programs.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'
import { prepareBackupTool, type BackupTool } from './backup-tool.ts'
import { startDrillExportStore, type DrillExportStore } from './drill-export-store.ts'
import { unpackPreviousRelease } from './previous-release.ts'
import { prepareServerClocks, type ServerClocks } from './server-clocks.ts'
import { StartError } from '../../scripts/processes/start-error.ts'

/** The equipment that the whole drill uses in addition to a cluster; the short drill does not need it. */
export type DrillEquipment = {
  machines: SeparateMachines
  clocks: ServerClocks
  store: DrillExportStore
  backup: BackupTool
  database: Omit<PatroniOptions, keyof ClusterDatabaseOptions>
  /** The root folder of the previous release; undefined if git does not have it. */
  previousRelease: string | undefined
}

/**
 * Prepares the additional equipment of the whole drill: machines whose network can be cut, clocks of the database servers,
 * an object store, backups and the previous release.
 * @throws StartError without root, or if a program is missing
 */
export async function prepareDrillEquipment(
  { dataDir, ports: { portal } }: DemoSettings,
  { printLine, runAtEnd }: Pick<ProgramControls, 'printLine' | 'runAtEnd'>,
): Promise<DrillEquipment> {
  if (process.getuid?.() !== 0)
    throw new StartError('The whole drill cuts networks and needs root; `npm run cluster -- drill --short` does not.')
  const programs = findPrograms(['ip', 'nsenter', 'faketime', 'pgbackrest'])
  const previousRelease = await unpackPreviousRelease(dataDir)
  if (previousRelease === undefined)
    printLine('The previous release is not in the history of this folder: the upgrade is left out.')
  printLine('Starting the store of exports.')
  const store = await startDrillExportStore(dataDir)
  runAtEnd(store.stop)
  const machines = createSeparateMachines(portal)
  runAtEnd(async () => machines.remove())
  const { database: accounts } = await readOrCreatePasswords(dataDir)
  const ports = clusterPortsFrom(portal)
  const backup = await prepareBackupTool({ folder: dataDir, ports, program: programs.pgbackrest, accounts })
  const clocks = await prepareServerClocks(dataDir)
  const database = { machines, toolsOf: clocks.toolsOf, archive: backup.archive }
  return { store, machines, clocks, backup, database, previousRelease }
}
