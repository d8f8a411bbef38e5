import type { ExportChart } from '#contract/data-export.ts'
import { type ColourPeriod, joinStatusPeriods } from '#client/appliances/charts/colour-periods.ts'

/** Returns the periods of the status band. */
export function collectExportStatusPeriods({ at, status, stepSeconds }: ExportChart): ColourPeriod[] {
  return joinStatusPeriods(
    at.flatMap((from, index) => {
      const statusThen = status[index] ?? null
      return statusThen === null ? [] : [{ status: statusThen, from, to: from + stepSeconds }]
    }),
  )
}
