import { type ApplianceStatus, type StatusTone, statusTones } from '#client/ui/status-chip/status-chip.tsx'

/** A period of a strip below a chart, with one colour. `from` and `to`: epoch seconds. */
export type ColourPeriod = { tone: StatusTone; from: number; to: number }

/** A period with one status. `from` and `to`: epoch seconds. */
export type StatusSpan = { status: ApplianceStatus; from: number; to: number }

/** Returns the periods of the status strip. Consecutive statuses of the same colour form one period. */
export function joinStatusPeriods(statuses: readonly StatusSpan[]): ColourPeriod[] {
  const runs: ColourPeriod[] = []
  for (const { status, from, to } of statuses) {
    const [last, tone] = [runs.at(-1), statusTones[status]]
    if (last?.tone === tone && last.to >= from) last.to = to
    else runs.push({ tone, from, to })
  }
  return runs
}
