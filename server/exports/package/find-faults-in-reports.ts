import { toGatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, faultSeverityOf } from '#contract/faults.ts'
import type { StoredReport } from './stored-report.ts'

/**
 * The severity of a fault in an export. ERROR and WARNING are the status in the report. INFO means a fault code in a
 * report with another status.
 */
export type ExportedFaultSeverity = FaultSeverity | 'INFO'

/** A fault from the reports of unit `status`. The times are in RFC 3339; `ended` is null while the fault lasts. */
export type ExportedFault = {
  code: string | null
  severity: ExportedFaultSeverity
  started: string
  ended: string | null
}

type State = Pick<ExportedFault, 'code' | 'severity'>

/** A fault with its start and end in epoch milliseconds. `endedAt` is infinite while the fault lasts. */
export type TimedExportedFault = ExportedFault & { startedAt: number; endedAt: number }

/**
 * Finds the faults in reports that are sorted by time. A fault begins with its first report, and ends with the next
 * report that has another code or severity.
 */
export async function* findFaultsInReports(reports: AsyncIterable<StoredReport>): AsyncGenerator<TimedExportedFault> {
  let timedExportedFault: TimedExportedFault | undefined
  for await (const { at, ts, values } of reports) {
    const state = faultOf(values)
    if (
      timedExportedFault &&
      state &&
      timedExportedFault.code === state.code &&
      timedExportedFault.severity === state.severity
    )
      continue
    if (timedExportedFault) yield { ...timedExportedFault, ended: ts, endedAt: at }
    timedExportedFault = state && { ...state, started: ts, startedAt: at, ended: null, endedAt: Infinity }
  }
  if (timedExportedFault) yield timedExportedFault
}

function faultOf({ faultCode, gatewayStatus }: StoredReport['values']): State | undefined {
  const code = codeOf(faultCode)
  const severity = faultSeverityOf(toGatewayStatus(gatewayStatus)) ?? 'INFO'
  return code === null && severity === 'INFO' ? undefined : { code, severity }
}

function codeOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
