import { setTimeout as pause } from 'node:timers/promises'
import { feltAfterMs } from './felt-after.ts'
import { noWaits } from './waits.ts'

/** How many are late in each kind of load. */
export type Probes = Readonly<Record<'reports' | 'pages' | 'calls', () => number>>

/** The longest uninterrupted wait in each kind of load, in milliseconds; 0 if nothing was late. */
export type Felt = {
  reports: number
  pages: number
  calls: number
  /** How long pages were late after the end of the fault. */
  pagesAfterEnd: number
  /** Whether nothing was late in the end. */
  isOver: boolean
}

const pollEveryMs = 250
const calmForMs = 3_000
const giveUpAfterMs = 90_000

/** Waits until nothing has been late for three seconds. Answers whether that happened in time. */
export async function calm(probes: Probes): Promise<boolean> {
  return (await feel(probes, Promise.resolve())).isOver
}

/** Measures the load from the start of a fault until nothing has been late for three seconds after its end. */
export async function feel(probes: Probes, fault: Promise<unknown>): Promise<Felt> {
  const waits = { reports: noWaits(feltAfterMs), pages: noWaits(feltAfterMs), calls: noWaits(feltAfterMs) }
  let endedAt: number | undefined
  const end = (): void => void (endedAt = performance.now())
  void fault.then(end, end)
  for (;;) {
    await pause(pollEveryMs)
    const now = performance.now()
    for (const kind of ['reports', 'pages', 'calls'] as const) waits[kind].look(now, probes[kind]() > 0)
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
