import { setTimeout as pause } from 'node:timers/promises'

/** The time after which a missing acknowledgement, a missing value on a page, or a missing answer counts as late. */
export const lateAfterMs = 2_000

const kinds = ['reports', 'pages', 'calls'] as const

/** A number for each kind of load. */
export type ValueByLoadKind<Value> = Readonly<Record<(typeof kinds)[number], Value>>

/** Functions that return how many gateways, pages and callers are late now. */
export type LatenessProbes = ValueByLoadKind<() => number>

/** The longest uninterrupted wait in each kind of load, in milliseconds. It is 0 if nothing was late. */
export type LatenessMeasurement = ValueByLoadKind<number> & {
  /** How long pages were still late after the end of the fault, in milliseconds. */
  pagesAfterEnd: number
  /** Whether nothing was late in the end. False if the measurement gave up. */
  isOver: boolean
}

const pollEveryMs = 250
const calmForMs = 3_000
const giveUpAfterMs = 90_000

/** Waits until nothing has been late for three seconds. Returns false if something is still late after 90 seconds. */
export async function waitUntilNothingIsLate(probes: LatenessProbes): Promise<boolean> {
  return (await measureLateness(probes, Promise.resolve())).isOver
}

/**
 * Measures how late the load is, from the start of a fault until nothing has been late for three seconds after its
 * end. `fault` settles at the end of the fault.
 */
export async function measureLateness(probes: LatenessProbes, fault: Promise<unknown>): Promise<LatenessMeasurement> {
  const waits = { reports: createWaitRecorder(), pages: createWaitRecorder(), calls: createWaitRecorder() }
  let endedAt: number | undefined
  const end = (): void => void (endedAt = performance.now())
  void fault.then(end, end)
  for (;;) {
    await pause(pollEveryMs)
    const now = performance.now()
    for (const kind of kinds) waits[kind].record(now, probes[kind]() > 0)
    if (endedAt === undefined) continue
    const busyAt = Math.max(endedAt, ...Object.values(waits).map(({ lastAt }) => lastAt()))
    const isOver = now - busyAt > calmForMs
    if (!isOver && now - endedAt < giveUpAfterMs) continue
    const [reports, pages, calls] = [waits.reports.longest(), waits.pages.longest(), waits.calls.longest()]
    return { reports, pages, calls, pagesAfterEnd: Math.max(0, waits.pages.lastAt() - endedAt), isOver }
  }
}

/**
 * Records when a load is late. All times are in milliseconds. A wait begins `lateAfterMs` before the check that finds
 * it first, because the load was already waiting for that time.
 */
export function createWaitRecorder() {
  let longest = 0
  let since: number | undefined
  let lastAt = 0
  return {
    record: (now: number, isWaiting: boolean): void => {
      if (!isWaiting) return void (since = undefined)
      since ??= now - lateAfterMs
      lastAt = now
      longest = Math.max(longest, now - since)
    },
    longest: () => longest,
    /** Returns the time of the last check that found a wait; 0 if no check found one. */
    lastAt: () => lastAt,
  }
}
