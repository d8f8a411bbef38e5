import type { Cluster } from '../cluster/topology.ts'
import type { SeparateMachines } from '../cluster/machines.ts'
import type { ProductSettings } from '../cluster/portal-services.ts'
import type { Backup } from './backup.ts'
import type { DrillStore } from './export-store.ts'
import {
  type Choose,
  type DrillFault,
  identityAwayFault,
  natsFaults,
  natsNodeKilledFault,
  patroniFaults,
  portalFaults,
  rollingRestartFault,
  standbyPromotedFault,
} from './faults.ts'
import type { DrillLoad } from './start-load.ts'
import { eachKilledInTurnFault, severalKilledFault } from './kill-processes.ts'
import {
  clockOffFault,
  networkCutFault,
  primaryClockOffFault,
  restoreFault,
  storeFullFault,
  upgradeFault,
  type RecordRestorePoint,
} from './machine-faults.ts'
import type { ServerClocks } from './server-clocks.ts'
import { jobsKilledFault, killedBeforeCommitFault } from './storing-faults.ts'

/** A fault, and how often the drill tries it. */
export type FaultPlan = { fault: DrillFault; tries: number }

/** The equipment that the whole drill uses in addition to a cluster; the short drill does not need it. */
export type DrillEquipment = {
  machines: SeparateMachines
  clocks: ServerClocks
  store: DrillStore
  backup: Backup
  releases: { before: string | undefined; now: string }
}

type PlanOptions = {
  cluster: Cluster
  equipment: DrillEquipment
  load: DrillLoad
  judge: RecordRestorePoint
  choose: Choose
}

/** Returns all faults with the numbers of tries of a whole drill, which takes about 50 minutes. */
export function wholePlan(options: PlanOptions): FaultPlan[] {
  const { cluster, equipment, load, judge, choose } = options
  const { machines, clocks, store, backup, releases } = equipment
  const ownSettings = { ...cluster.product.ownSettings, ...store.env }
  const now: ProductSettings = { ...cluster.product, root: releases.now, ownSettings }
  const plan = (tries: number, ...faults: readonly DrillFault[]): FaultPlan[] =>
    faults.map((fault) => ({ fault, tries }))
  return [
    ...(releases.before ? plan(1, upgradeFault(cluster, releases.before, now)) : []),
    ...plan(12, eachKilledInTurnFault(cluster)),
    ...plan(1, identityAwayFault(cluster)),
    ...plan(2, killedBeforeCommitFault(cluster), jobsKilledFault(cluster, load)),
    ...plan(2, ...portalFaults(cluster, choose), rollingRestartFault(cluster), ...natsFaults(cluster, choose)),
    ...plan(
      2,
      ...patroniFaults(cluster, choose),
      networkCutFault(cluster, machines),
      storeFullFault(store, load.exported),
      clockOffFault(cluster, now),
      primaryClockOffFault(cluster, machines, clocks),
    ),
    ...plan(2, restoreFault(cluster, backup, judge)),
  ]
}

/** Returns the faults of the short drill with their numbers of tries. */
export function shortPlan(cluster: Cluster, load: DrillLoad, choose: Choose): FaultPlan[] {
  return [
    { fault: severalKilledFault(cluster, choose), tries: 4 },
    { fault: killedBeforeCommitFault(cluster), tries: 1 },
    { fault: jobsKilledFault(cluster, load), tries: 1 },
    { fault: natsNodeKilledFault(cluster), tries: 1 },
    { fault: standbyPromotedFault(cluster), tries: 1 },
  ]
}
