import type { PackageRequest } from './write-package.ts'

/**
 * The time that a package is about, in epoch milliseconds: `from` belongs to it, `until` does not. Gateways' clocks are
 * not exact: readings that had come with a later time belong to it, too, as far as `daysEnd`, the end of the last day.
 */
export type Window = { from: number; until: number; daysEnd: number }

const dayMs = 24 * 60 * 60 * 1000

/** The days asked for, without what lies before the owner's time and after the request. Specification 15.1. */
export function windowOf({ fromDay, toDay, ownerSince, requestedAt }: PackageRequest): Window {
  const from = Math.max(Date.parse(`${fromDay}T00:00:00Z`), ownerSince.getTime())
  const daysEnd = Date.parse(`${toDay}T00:00:00Z`) + dayMs
  return { from, until: Math.max(from, Math.min(daysEnd, requestedAt.getTime())), daysEnd }
}
