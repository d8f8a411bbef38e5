import { telemetryKeptSince } from '#contract/telemetry.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { Days } from './store.ts'

/** The time since when the person owns the appliance, and the present, `now`, in epoch ms. */
export type OwnTime = { ownerSince: Date; now: number }

/** The earliest time of telemetry within the owner's time. */
export function telemetrySince({ ownerSince, now }: OwnTime): Date {
  return new Date(Math.max(ownerSince.getTime(), telemetryKeptSince(now)))
}

/**
 * The first day of the owner's time, `YYYY-MM-DD` in UTC: contracts, consents and settings are stored for all of it.
 */
export function keptFrom({ ownerSince }: Pick<OwnTime, 'ownerSince'>): string {
  return dayOf(ownerSince)
}

type AskedDays = { from?: string | undefined; to?: string | undefined }

/**
 * The requested days; a missing one is the limit of stored data. Specification 15.1.
 * @throws Refusal `rule-broken` with each day in the future
 */
export function toDays({ from, to }: AskedDays, time: OwnTime): Days {
  const today = dayOf(new Date(time.now))
  const future = Object.entries({ from, to }).filter(([, day]) => day !== undefined && day > today)
  if (future.length > 0)
    throw new Refusal('rule-broken', { errors: future.map(([path]) => ({ path, code: 'future' })) })
  const last = to ?? today
  return { from: from ?? earlierOf(keptFrom(time), last), to: last }
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 'YYYY-MM-DD'.length)
}
