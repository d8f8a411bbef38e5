import { setTimeout as pause } from 'node:timers/promises'
import { lateAfterMs } from './late-after.ts'
import { createWaitRecorder } from './wait-recorder.ts'

/** Functions that return the numbers of gateways, pages and callers that are late now. */
export type LatenessProbes = Readonly<Record<'reports' | 'pages' | 'calls', () => number>>

/** The longest uninterrupted wait in each kind of load, in milliseconds. It is 0 if no part of the load was late. */
export type LatenessMeasurement = {
  reports: number
  pages: number
  calls: number
  /** The time for which pages were still late after the end of the fault, in milliseconds. */
  pagesAfterEnd: number
  /** Whether nothing was late in the end. False if the measurement gave up. */
  isOver: boolean
}

const pollEveryMs = 250
const calmForMs = 3_000
const giveUpAfterMs = 90_000

/**
 * Waits until no part of the load has been late for three seconds. Returns false if a part is still late after 90
 * seconds.
 */
export async function waitUntilNothingIsLate(probes: LatenessProbes): Promise<boolean> {
  return (await measureLateness(probes, Promise.resolve())).isOver
}

/**
 * Measures how late the load is, from the start of a fault until no part of the load has been late for three seconds
 * after the fault. `fault` settles at the end of the fault.
 */
export async function measureLateness(probes: LatenessProbes, fault: Promise<unknown>): Promise<LatenessMeasurement> {
  const waits = {
    reports: createWaitRecorder(lateAfterMs),
    pages: createWaitRecorder(lateAfterMs),
    calls: createWaitRecorder(lateAfterMs),
  }
  let endedAt: number | undefined
  const end = (): void => void (endedAt = performance.now())
  void fault.then(end, end)
  for (;;) {
    await pause(pollEveryMs)
    const now = performance.now()
    for (const kind of ['reports', 'pages', 'calls'] as const) waits[kind].record(now, probes[kind]() > 0)
    if (endedAt === undefined) continue
    const busyAt = Math.max(endedAt, ...Object.values(waits).map(({ lastAt }) => lastAt() ?? 0))
    const isOver = now - busyAt > calmForMs
    if (!isOver && now - endedAt < giveUpAfterMs) continue
    return {
      reports: waits.reports.longest(),
      pages: waits.pages.longest(),
      calls: waits.calls.longest(),
      pagesAfterEnd: Math.max(0, (waits.pages.lastAt() ?? 0) - endedAt),
      isOver,
    }
  }
}
