import type { Cluster } from '../cluster/topology.ts'
import type { SeparateMachines } from '../cluster/machines.ts'
import type { ProductSettings } from '../cluster/portal-services.ts'
import type { Backup } from './backup.ts'
import type { DrillStore } from './export-store.ts'
import {
  type Choose,
  type DrillFault,
  identityAway,
  natsFaults,
  natsNodeKilled,
  patroniFaults,
  portalFaults,
  rollingRestart,
  standbyPromoted,
} from './faults.ts'
import type { DrillLoad } from './load-of.ts'
import { eachKilledInTurn, severalKilled } from './killing.ts'
import {
  clockOff,
  networkCut,
  primaryClockOff,
  checkRestore,
  storeFull,
  checkUpgrade,
  type Judge,
} from './machine-faults.ts'
import type { ServerClocks } from './server-clocks.ts'
import { jobsKilled, killedBeforeCommit } from './storing-faults.ts'

/** A fault, and how often the drill tries it. */
export type Plan = { fault: DrillFault; tries: number }

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
  judge: Judge
  choose: Choose
}

/** Returns all faults with the numbers of tries of a whole drill, which takes about 50 minutes. */
export function wholePlan(options: PlanOptions): Plan[] {
  const { cluster, equipment, load, judge, choose } = options
  const { machines, clocks, store, backup, releases } = equipment
  const ownSettings = { ...cluster.product.ownSettings, ...store.env }
  const now: ProductSettings = { ...cluster.product, root: releases.now, ownSettings }
  const plan = (tries: number, ...faults: readonly DrillFault[]): Plan[] => faults.map((fault) => ({ fault, tries }))
  return [
    ...(releases.before ? plan(1, checkUpgrade(cluster, releases.before, now)) : []),
    ...plan(12, eachKilledInTurn(cluster)),
    ...plan(1, identityAway(cluster)),
    ...plan(2, killedBeforeCommit(cluster), jobsKilled(cluster, load)),
    ...plan(2, ...portalFaults(cluster, choose), rollingRestart(cluster), ...natsFaults(cluster, choose)),
    ...plan(
      2,
      ...patroniFaults(cluster, choose),
      networkCut(cluster, machines),
      storeFull(store, load.exported),
      clockOff(cluster, now),
      primaryClockOff(cluster, machines, clocks),
    ),
    ...plan(2, checkRestore(cluster, backup, judge)),
  ]
}

/** Returns the faults of the short drill with their numbers of tries. */
export function shortPlan(cluster: Cluster, load: DrillLoad, choose: Choose): Plan[] {
  return [
    { fault: severalKilled(cluster, choose), tries: 4 },
    { fault: killedBeforeCommit(cluster), tries: 1 },
    { fault: jobsKilled(cluster, load), tries: 1 },
    { fault: natsNodeKilled(cluster), tries: 1 },
    { fault: standbyPromoted(cluster), tries: 1 },
  ]
}
