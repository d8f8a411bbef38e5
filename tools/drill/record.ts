import { readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import * as z from 'zod/mini'

const times = z.array(z.number())

const faultRecord = z.object({
  tries: z.number(),
  lost: z.number(),
  /** Seconds. */
  reportsBack: times,
  pagesBack: times,
  callsBack: times,
  errors: z.record(z.string(), z.number()),
  broken: z.array(z.string()),
})

const drillRecord = z.object({
  begunAt: z.string(),
  lastAt: z.string(),
  machine: z.string(),
  load: z.string(),
  runs: z.number(),
  totals: z.object({
    kills: z.number(),
    reports: z.number(),
    saves: z.number(),
    exports: z.number(),
    files: z.number(),
    events: z.number(),
    standbysMadeAnew: z._default(z.number(), 0),
  }),
  faults: z.record(z.string(), faultRecord),
})

/** What became of all tries of one fault. */
export type FaultRecord = z.infer<typeof faultRecord>

/** What a drill found so far, over all of its runs. */
export type DrillRecord = z.infer<typeof drillRecord>

/** A drill that has not begun. */
export function newRecord(about: { machine: string; load: string; now: Date }): DrillRecord {
  const at = about.now.toISOString()
  const totals = { kills: 0, reports: 0, saves: 0, exports: 0, files: 0, events: 0, standbysMadeAnew: 0 }
  return { begunAt: at, lastAt: at, machine: about.machine, load: about.load, runs: 0, totals, faults: {} }
}

/** Reads the record of a drill that was stopped; undefined where there is none. */
export async function readRecord(file: string): Promise<DrillRecord | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : drillRecord.parse(JSON.parse(text))
}

/** Writes it so that a power failure leaves either the old or the new one. */
export async function writeRecord(file: string, record: DrillRecord): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(record, null, 2))
  await rename(`${file}.new`, file)
}

/** The record of a fault, empty before its first try. */
export function recordOf({ faults }: DrillRecord, name: string): FaultRecord {
  return (faults[name] ??= {
    tries: 0,
    lost: 0,
    reportsBack: [],
    pagesBack: [],
    callsBack: [],
    errors: {},
    broken: [],
  })
}

/** The machine a drill ran on, in a few words. */
export function thisMachine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/gu, ' ').trim() ?? 'unknown processor'
  return `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB`
}
