import type { RecordDailyAct } from '#server/audit/daily/daily-act.ts'

export type ViewRecorder = {
  /** Records that a person receives the values of the watched appliances on open pages. */
  recordFor(person: WatchingPerson): void
  /**
   * Call it every second with the time in epoch ms. Once a minute it calls `recordFor` for all people, because a page
   * may stay open beyond midnight.
   */
  tick(now: number): void
}

type WatchingPerson = { readonly id: string; readonly watches: ReadonlyMap<string, { readonly since: string }> }

export type ViewRecordsDependencies = {
  subscriptionRegistry: { readonly people: ReadonlyMap<string, WatchingPerson> }
  recordDailyAct: RecordDailyAct
}

const tickEveryMs = 60_000

/** Creates the recorder of views of live values. Each is recorded once a day. Specification 26.8. */
export function createViewRecorder({ subscriptionRegistry, recordDailyAct }: ViewRecordsDependencies): ViewRecorder {
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
