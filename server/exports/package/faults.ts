import { toGatewayStatus } from '#contract/appliance.ts'
import { type FaultSeverity, severityOf } from '#contract/faults.ts'
import type { StoredReport } from './reading.ts'

/** ERROR, WARNING: as the appliance's status said; INFO: a fault code while the status was none of them. */
export type Severity = FaultSeverity | 'INFO'

/** A fault as the reports of unit `status` tell it; moments in RFC 3339. `ended` is null while it lasts. */
export type Fault = { code: string | null; severity: Severity; started: string; ended: string | null }

type State = Pick<Fault, 'code' | 'severity'>

/** An ended or lasting fault with its bounds in epoch milliseconds. */
export type TimedFault = Fault & { startedAt: number; endedAt: number }

/**
 * Makes faults of reports in the order of time: one begins with the first report that names it, or names it with another
 * severity, and ends with the first that does not.
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
