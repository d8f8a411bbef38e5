import { minuteMs } from '#contract/durations.ts'
import type { RecordDailyAct } from '#server/audit/daily/daily-act.ts'

export type ViewRecorder = {
  /** Records that a person with open pages receives the values of the appliances that they watch. */
  recordFor(person: WatchingPerson): void
  /**
   * Calls `recordFor` for all people once a minute, because a page may stay open beyond midnight. Call this function
   * every second with the time in epoch ms.
   */
  tick(now: number): void
}

type WatchingPerson = { readonly id: string; readonly watches: ReadonlyMap<string, { readonly since: string }> }

export type ViewRecorderDependencies = {
  subscriptionRegistry: { readonly people: ReadonlyMap<string, WatchingPerson> }
  recordDailyAct: RecordDailyAct
}

const tickEveryMs = minuteMs

/**
 * Creates the recorder of views of live values. The recorder records a view of an appliance by a person once a day.
 * Specification 26.8.
 */
export function createViewRecorder({ subscriptionRegistry, recordDailyAct }: ViewRecorderDependencies): ViewRecorder {
  let doneAt = -Infinity

  function recordFor({ id: personId, watches }: WatchingPerson): void {
    for (const [gatewayId, { since }] of watches) recordDailyAct({ kind: 'values-viewed', gatewayId, personId, since })
  }

  function tick(now: number): void {
    if (Math.abs(now - doneAt) < tickEveryMs) return
    doneAt = now
    for (const person of subscriptionRegistry.people.values()) recordFor(person)
  }

  return { recordFor, tick }
}
