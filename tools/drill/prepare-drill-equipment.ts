import type { DemoSettings } from '../../scripts/processes/demo-settings.ts'
import { createSeparateMachines } from '../cluster/cluster-machines.ts'
import { readOrCreatePasswords } from '../cluster/passwords.ts'
import { clusterPortsFrom } from '../cluster/cluster-ports.ts'
import { repositoryRoot } from '../cluster/portal-services.ts'
import { findPrograms } from '../cluster/find-programs.ts'
import type { ProgramControls } from '../../scripts/processes/run-program.ts'
import { prepareBackupTool } from './backup-tool.ts'
import { startDrillExportStore } from './drill-export-store.ts'
import type { DrillEquipment } from './drill-plans.ts'
import { unpackPreviousRelease } from './previous-release.ts'
import { prepareServerClocks } from './server-clocks.ts'
import { StartError } from '../../scripts/processes/start-error.ts'

/**
 * Prepares the additional equipment of the whole drill: machines whose network can be cut, clocks of the database servers,
 * an object store, backups and the previous release.
 * @throws StartError without root, or if a program is missing
 */
export async function prepareDrillEquipment(
  { dataDir, ports: { portal } }: DemoSettings,
  { printLine, atEnd }: Pick<ProgramControls, 'printLine' | 'atEnd'>,
): Promise<DrillEquipment> {
  if (process.getuid?.() !== 0)
    throw new StartError('The whole drill cuts networks and needs root; `npm run cluster -- drill --short` does not.')
  const programs = findPrograms(['ip', 'nsenter', 'faketime', 'pgbackrest'])
  const before = await unpackPreviousRelease(dataDir)
  if (before === undefined)
    printLine('The release before is not in the history of this folder: the upgrade is left out.')
  printLine('Starting the store of exports.')
  const store = await startDrillExportStore(dataDir)
  atEnd(store.stop)
  const machines = createSeparateMachines(portal)
  atEnd(async () => machines.remove())
  const { database: accounts } = await readOrCreatePasswords(dataDir)
  const options = { folder: dataDir, ports: clusterPortsFrom(portal), program: programs.pgbackrest, accounts }
  const clocks = await prepareServerClocks(dataDir)
  return {
    store,
    machines,
    clocks,
    backup: await prepareBackupTool(options),
    releases: { before, now: repositoryRoot },
  }
}
