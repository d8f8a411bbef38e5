import { toGatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, severityOf } from '#contract/faults.ts'
import type { StoredReport } from './reading.ts'

/**
 * The severity of a fault in an export. ERROR and WARNING are the status in the report. INFO means a fault code in a
 * report with another status.
 */
export type Severity = FaultSeverity | 'INFO'

/** A fault from the reports of unit `status`. The times are in RFC 3339; `ended` is null while the fault lasts. */
export type Fault = { code: string | null; severity: Severity; started: string; ended: string | null }

type State = Pick<Fault, 'code' | 'severity'>

/** A fault with its start and end in epoch milliseconds. `endedAt` is infinite while the fault lasts. */
export type TimedFault = Fault & { startedAt: number; endedAt: number }

/**
 * Finds the faults in reports that are sorted by time. A fault begins with the first report that has its code and
 * severity, and ends with the next report that has another code or severity.
 */
export async function* faultsOf(reports: AsyncIterable<StoredReport>): AsyncGenerator<TimedFault> {
  let lasting: TimedFault | undefined
  for await (const { at, ts, values } of reports) {
    const state = faultOf(values)
    if (lasting && state && lasting.code === state.code && lasting.severity === state.severity) continue
    if (lasting) yield { ...lasting, ended: ts, endedAt: at }
    lasting = state && { ...state, started: ts, startedAt: at, ended: null, endedAt: Infinity }
  }
  if (lasting) yield lasting
}

function faultOf({ faultCode, gatewayStatus }: StoredReport['values']): State | undefined {
  const code = codeOf(faultCode)
  const severity = severityOf(toGatewayStatus(gatewayStatus)) ?? 'INFO'
  return code === null && severity === 'INFO' ? undefined : { code, severity }
}

function codeOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
