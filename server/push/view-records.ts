import type { RecordDailyAct } from '#server/audit/daily/daily-act.ts'

export type ViewRecords = {
  /** Records that a person receives the values of the appliances that their pages show. */
  recordFor(person: Watcher): void
  /** Once a minute, by this machine's clock, does so for everybody: a page may stay open beyond midnight. Epoch ms. */
  tick(now: number): void
}

type Watcher = { readonly id: string; readonly watches: ReadonlyMap<string, { readonly since: string }> }

export type ViewRecordsDependencies = {
  subscriptionRegistry: { readonly people: ReadonlyMap<string, Watcher> }
  recordDailyAct: RecordDailyAct
}

const tickEveryMs = 60_000

/** Records views of live values, each once a day. Specification 26.8. */
export function createViewRecords({ subscriptionRegistry, recordDailyAct }: ViewRecordsDependencies): ViewRecords {
  let doneAt = -Infinity

  function recordFor({ id: personId, watches }: Watcher): void {
    for (const [gatewayId, { since }] of watches) recordDailyAct({ kind: 'values-viewed', gatewayId, personId, since })
  }

  function tick(now: number): void {
    if (Math.abs(now - doneAt) < tickEveryMs) return
    doneAt = now
    for (const person of subscriptionRegistry.people.values()) recordFor(person)
  }

  return { recordFor, tick }
}
