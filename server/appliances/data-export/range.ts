import { telemetryKeptSince } from '#contract/telemetry.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { DayRange } from './store.ts'

/** The start of the time that the owner or co-owner may see, and the present, `now`, in epoch ms. */
export type OwnTime = { ownerSince: Date; now: number }

/**
 * The time from which on a person can export telemetry: the start of their own time, or of the retention if that is
 * later.
 */
export function telemetrySince({ ownerSince, now }: OwnTime): Date {
  return new Date(Math.max(ownerSince.getTime(), telemetryKeptSince(now)))
}

/**
 * The first day of the person's own time, `YYYY-MM-DD` in UTC. Contracts, consents and settings are stored for all of
 * that time.
 */
export function firstExportDay({ ownerSince }: Pick<OwnTime, 'ownerSince'>): string {
  return dayOf(ownerSince)
}

type AskedDays = { from?: string | undefined; to?: string | undefined }

/**
 * Returns the requested days. A missing last day is today. A missing first day is the first day of the person's own
 * time, but not after the last day. Specification 15.1.
 * @throws Refusal `rule-broken` with each day that is in the future
 */
export function toDayRange({ from, to }: AskedDays, time: OwnTime): DayRange {
  const today = dayOf(new Date(time.now))
  const future = Object.entries({ from, to }).filter(([, day]) => day !== undefined && day > today)
  if (future.length > 0)
    throw new Refusal('rule-broken', { errors: future.map(([path]) => ({ path, code: 'future' })) })
  const last = to ?? today
  return { from: from ?? earlierOf(firstExportDay(time), last), to: last }
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
