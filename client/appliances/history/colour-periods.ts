import type { FaultSeverity } from '#contract/faults.ts'
import type { History } from '#contract/history.ts'
import { type ApplianceStatus, type StatusTone, statusTones } from '#client/ui/status-chip/status-chip.tsx'
import type { ChartView } from './chart-view.ts'

/** A period of the status strip, with one colour. */
export type ColourPeriod = ChartView & { tone: StatusTone }

const toEpochSeconds = (moment: string): number => Date.parse(moment) / 1000

/** Returns the periods of the status strip. Consecutive statuses of the same colour form one period. */
export function collectStatusPeriods({ statuses }: Pick<History, 'statuses'>): ColourPeriod[] {
  const runs: ColourPeriod[] = []
  for (const { status, from, to } of statuses) {
    const [last, tone] = [runs.at(-1), statusTones[status]]
    if (last?.tone === tone && last.to >= toEpochSeconds(from)) last.to = toEpochSeconds(to)
    else runs.push({ tone, from: toEpochSeconds(from), to: toEpochSeconds(to) })
  }
  return runs
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
