import type { ExportChart } from '#contract/data-export.ts'
import { type StatusTone, statusTones } from '#client/ui/status-chip/status-chip.tsx'

/** A period of the status band, with one colour. `from` and `to`: epoch seconds. */
export type ExportColourPeriod = { tone: StatusTone; from: number; to: number }

/** Returns the periods of the status band. Consecutive steps of the same colour form one period. */
export function collectExportStatusPeriods({ at, status, stepSeconds }: ExportChart): ExportColourPeriod[] {
  const runs: ExportColourPeriod[] = []
  for (const [index, from] of at.entries()) {
    const statusThen = status[index] ?? null
    if (statusThen === null) continue
    const [last, tone, to] = [runs.at(-1), statusTones[statusThen], from + stepSeconds]
    if (last?.tone === tone && last.to >= from) last.to = to
    else runs.push({ tone, from, to })
  }
  return runs
}
