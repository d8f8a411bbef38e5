import { dayMs } from '#contract/durations.ts'
import type { PackageRequest } from './write-package.ts'

/**
 * The time range of a package in epoch milliseconds; `until` is excluded. `daysEnd` is the end of the last requested
 * day. Clocks of gateways are inexact, so readings dated up to `daysEnd` are included if they were received before
 * the request.
 */
export type ExportWindow = { from: number; until: number; daysEnd: number }

/** Returns the part of the requested days that is within the ownership and before the request. Specification 15.1. */
export function exportWindowOf({ fromDay, toDay, ownerSince, requestedAt }: PackageRequest): ExportWindow {
  const from = Math.max(Date.parse(`${fromDay}T00:00:00Z`), ownerSince.getTime())
  const daysEnd = Date.parse(`${toDay}T00:00:00Z`) + dayMs
  return { from, until: Math.max(from, Math.min(daysEnd, requestedAt.getTime())), daysEnd }
}
