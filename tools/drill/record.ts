import { availableParallelism, cpus, totalmem } from 'node:os'

/** The results of all tries of one fault. The times are in seconds, one for each try. */
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

/** The results of a drill so far. */
export type DrillRecord = {
  begunAt: string
  lastAt: string
  machine: string
  load: string
  totals: Record<(typeof counted)[number], number>
  faults: Record<string, FaultRecord>
}

/** The record of a drill that has tried nothing. */
export function newRecord(about: { machine: string; load: string; now: Date }): DrillRecord {
  const at = about.now.toISOString()
  const totals = Object.fromEntries(counted.map((name) => [name, 0])) as DrillRecord['totals']
  return { begunAt: at, lastAt: at, machine: about.machine, load: about.load, totals, faults: {} }
}

/** The record of a fault, empty before its first try. */
export function recordOf({ faults }: DrillRecord, name: string): FaultRecord {
  const empty = { tries: 0, lost: 0, reportsBack: [], pagesBack: [], callsBack: [], errors: {}, broken: [] }
  return (faults[name] ??= empty)
}

/** The machine that a drill runs on, in a few words. */
export function thisMachine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/gu, ' ').trim() ?? 'unknown processor'
  return `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB`
}
