import { availableParallelism, cpus, totalmem } from 'node:os'

/**
 * The results of all tries of one fault. `reportsBack`, `pagesBack` and `callsBack` have one time for each try, in
 * seconds.
 */
export type FaultRecord = {
  tries: number
  lost: number
  reportsBack: number[]
  pagesBack: number[]
  callsBack: number[]
  errors: Record<string, number>
  broken: string[]
}

const counted = ['kills', 'reports', 'saves', 'exports', 'files', 'events', 'standbysCopied'] as const

/** The results of all tries that a drill has made so far. */
export type DrillRecord = {
  begunAt: string
  lastAt: string
  machine: string
  load: string
  totals: Record<(typeof counted)[number], number>
  faults: Record<string, FaultRecord>
}

/** Returns the record of a drill that has tried no fault. */
export function createDrillRecord(about: { machine: string; load: string; now: Date }): DrillRecord {
  const at = about.now.toISOString()
  const totals = Object.fromEntries(counted.map((name) => [name, 0])) as DrillRecord['totals']
  return { begunAt: at, lastAt: at, machine: about.machine, load: about.load, totals, faults: {} }
}

/** Returns the record of a fault. Adds an empty record before the first try. */
export function getOrAddFaultRecord({ faults }: DrillRecord, name: string): FaultRecord {
  const empty = { tries: 0, lost: 0, reportsBack: [], pagesBack: [], callsBack: [], errors: {}, broken: [] }
  return (faults[name] ??= empty)
}

/** Describes the machine on which the drill runs: its cores, processor and memory. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/gu, ' ').trim() ?? 'unknown processor'
  return `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB`
}
