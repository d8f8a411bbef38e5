import type { RunningCluster } from '../cluster/cluster-control.ts'
import type { SeparateMachines } from '../cluster/cluster-machines.ts'
import type { PortalServiceSettings } from '../cluster/portal-services.ts'
import type { BackupTool } from './backup-tool.ts'
import type { DrillExportStore } from './drill-export-store.ts'
import {
  type PickRandom,
  type DrillFault,
  createIdentityAwayFault,
  createNatsFaults,
  createNatsNodeKilledFault,
  createPatroniFaults,
  createPortalFaults,
  createRollingRestartFault,
  createStandbyPromotedFault,
} from './drill-faults.ts'
import type { DrillLoad } from './start-drill-load.ts'
import { createEachProcessKilledFault, createFiveProcessesKilledFault } from './kill-processes.ts'
import {
  createPortalClockWrongFault,
  createNetworkCutFault,
  createPrimaryClockWrongFault,
  createRestoreFault,
  createExportStoreFullFault,
  createUpgradeFault,
  type RecordRestorePoint,
} from './machine-faults.ts'
import type { ServerClocks } from './server-clocks.ts'
import { createJobsKilledFault, createListenersKilledBeforeCommitFault } from './killed-while-storing-faults.ts'

/** A fault, and the number of times that the drill tries it. */
export type FaultPlan = { fault: DrillFault; tries: number }

/** The equipment that the whole drill uses in addition to a cluster; the short drill does not need it. */
export type DrillEquipment = {
  machines: SeparateMachines
  clocks: ServerClocks
  store: DrillExportStore
  backup: BackupTool
  releases: { before: string | undefined; now: string }
}

type PlanOptions = {
  cluster: RunningCluster
  equipment: DrillEquipment
  load: DrillLoad
  judge: RecordRestorePoint
  choose: PickRandom
}

/** Returns all faults with the numbers of tries of a whole drill, which takes about 50 minutes. */
export function createWholePlan(options: PlanOptions): FaultPlan[] {
  const { cluster, equipment, load, judge, choose } = options
  const { machines, clocks, store, backup, releases } = equipment
  const ownSettings = { ...cluster.product.ownSettings, ...store.env }
  const now: PortalServiceSettings = { ...cluster.product, root: releases.now, ownSettings }
  const plan = (tries: number, ...faults: readonly DrillFault[]): FaultPlan[] =>
    faults.map((fault) => ({ fault, tries }))
  return [
    ...(releases.before ? plan(1, createUpgradeFault(cluster, releases.before, now)) : []),
    ...plan(12, createEachProcessKilledFault(cluster)),
    ...plan(1, createIdentityAwayFault(cluster)),
    ...plan(2, createListenersKilledBeforeCommitFault(cluster), createJobsKilledFault(cluster, load)),
    ...plan(
      2,
      ...createPortalFaults(cluster, choose),
      createRollingRestartFault(cluster),
      ...createNatsFaults(cluster, choose),
    ),
    ...plan(
      2,
      ...createPatroniFaults(cluster, choose),
      createNetworkCutFault(cluster, machines),
      createExportStoreFullFault(store, load.exported),
      createPortalClockWrongFault(cluster, now),
      createPrimaryClockWrongFault(cluster, machines, clocks),
    ),
    ...plan(2, createRestoreFault(cluster, backup, judge)),
  ]
}

/** Returns the faults of the short drill with their numbers of tries. */
export function createShortPlan(cluster: RunningCluster, load: DrillLoad, choose: PickRandom): FaultPlan[] {
  return [
    { fault: createFiveProcessesKilledFault(cluster, choose), tries: 4 },
    { fault: createListenersKilledBeforeCommitFault(cluster), tries: 1 },
    { fault: createJobsKilledFault(cluster, load), tries: 1 },
    { fault: createNatsNodeKilledFault(cluster), tries: 1 },
    { fault: createStandbyPromotedFault(cluster), tries: 1 },
  ]
}
