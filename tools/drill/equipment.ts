import type { DemoSettings } from '../../scripts/processes/settings.ts'
import { createSeparateMachines } from '../cluster/machines.ts'
import { readOrCreatePasswords } from '../cluster/passwords.ts'
import { clusterPorts } from '../cluster/ports.ts'
import { ownRoot } from '../cluster/portal-services.ts'
import { findPrograms } from '../cluster/programs.ts'
import type { Program } from '../../scripts/processes/program.ts'
import { openBackup } from './backup.ts'
import { startDrillStore } from './export-store.ts'
import type { DrillEquipment } from './plan.ts'
import { unpackPreviousRelease } from './previous-release.ts'
import { prepareServerClocks } from './server-clocks.ts'
import { StartError } from '../../scripts/processes/start-error.ts'

/**
 * Prepares the additional equipment of the whole drill: machines whose network can be cut, clocks of the database servers,
 * an object store, backups and the previous release.
 * @throws StartError without root, or if a program is missing
 */
export async function prepareEquipment(
  { dataDir, ports: { portal } }: DemoSettings,
  { printLine, atEnd }: Pick<Program, 'printLine' | 'atEnd'>,
): Promise<DrillEquipment> {
  if (process.getuid?.() !== 0)
    throw new StartError('The whole drill cuts networks and needs root; `npm run cluster -- drill --short` does not.')
  const programs = findPrograms(['ip', 'nsenter', 'faketime', 'pgbackrest'])
  const before = await unpackPreviousRelease(dataDir)
  if (before === undefined)
    printLine('The release before is not in the history of this folder: the upgrade is left out.')
  printLine('Starting the store of exports.')
  const store = await startDrillStore(dataDir)
  atEnd(store.stop)
  const machines = createSeparateMachines(portal)
  atEnd(async () => machines.remove())
  const { database: accounts } = await readOrCreatePasswords(dataDir)
  const options = { folder: dataDir, ports: clusterPorts(portal), program: programs.pgbackrest, accounts }
  const clocks = await prepareServerClocks(dataDir)
  return { store, machines, clocks, backup: await openBackup(options), releases: { before, now: ownRoot } }
}
