import { telemetryStoredSince } from '#contract/telemetry.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { DayRange } from './store.ts'

/** The period that the owner or co-owner may see. `ownerSince`: its beginning. `now`: the current time in epoch ms. */
export type OwnershipPeriod = { ownerSince: Date; now: number }

/**
 * Returns the time from which a person can export telemetry: `ownerSince`, or the beginning of the retention if that is
 * later.
 */
export function exportableTelemetryStartOf({ ownerSince, now }: OwnershipPeriod): Date {
  return new Date(Math.max(ownerSince.getTime(), telemetryStoredSince(now)))
}

/**
 * Returns the first day of the period that a person may see, `YYYY-MM-DD` in UTC. Contracts, consents and settings are
 * stored for the whole period, telemetry only for a part of it.
 */
export function firstExportDayOf({ ownerSince }: Pick<OwnershipPeriod, 'ownerSince'>): string {
  return dayOf(ownerSince)
}

type AskedDays = { from?: string | undefined; to?: string | undefined }

/**
 * Returns the requested days. The default of `to` is today. The default of `from` is the first day of the period that
 * the person may see, or `to` if that is earlier. Specification 15.1.
 * @throws Refusal `rule-broken` with an error for each day that is in the future
 */
export function toExportDayRange({ from, to }: AskedDays, time: OwnershipPeriod): DayRange {
  const today = dayOf(new Date(time.now))
  const future = Object.entries({ from, to }).filter(([, day]) => day !== undefined && day > today)
  if (future.length > 0)
    throw new Refusal('rule-broken', { errors: future.map(([path]) => ({ path, code: 'future' })) })
  const last = to ?? today
  return { from: from ?? earlierOf(firstExportDayOf(time), last), to: last }
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
