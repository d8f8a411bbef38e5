import type { FaultSeverity } from '#contract/faults.ts'
import type { History } from '#contract/history.ts'
import type { ApplianceStatus, StatusTone } from '#client/ui/status-chip/status-chip.tsx'
import { type ColourPeriod, joinStatusPeriods } from '../charts/colour-periods.ts'

const toEpochSeconds = (moment: string): number => Date.parse(moment) / 1000

/** Returns the periods of the status strip. */
export function collectStatusPeriods({ statuses }: Pick<History, 'statuses'>): ColourPeriod[] {
  return joinStatusPeriods(
    statuses.map(({ status, from, to }) => ({ status, from: toEpochSeconds(from), to: toEpochSeconds(to) })),
  )
}

const toneOfFault: Readonly<Record<FaultSeverity, StatusTone>> = { ERROR: 'danger', WARNING: 'warning' }

/**
 * Returns the periods with a fault. An ongoing fault lasts until the end of the history. Errors are last in the list,
 * so that they are drawn over warnings.
 */
export function collectFaultPeriods({ faults, to: end }: Pick<History, 'faults' | 'to'>): ColourPeriod[] {
  return faults
    .map(({ severity, from, to }) => ({
      tone: toneOfFault[severity],
      from: toEpochSeconds(from),
      to: toEpochSeconds(to ?? end),
    }))
    .toSorted((one, other) => Number(one.tone === 'danger') - Number(other.tone === 'danger'))
}

/** Returns the status at a time in epoch seconds; null if no status is recorded for this time. */
export function findStatusAt({ statuses }: Pick<History, 'statuses'>, at: number): ApplianceStatus | null {
  return statuses.find(({ from, to }) => toEpochSeconds(from) <= at && at < toEpochSeconds(to))?.status ?? null
}
