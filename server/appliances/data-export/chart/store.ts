import type { GatewayStatus } from '#contract/appliance.ts'
import { readRows } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * Steps of equal length: `count` steps of `stepSeconds` from `begin` on. The last step ends at `end`; the first step
 * has no values from before `since`.
 */
export type ChartSteps = { begin: Date; since: Date; end: Date; stepSeconds: number; count: number }

export type StepStatus = { step: number; status: GatewayStatus | null }

/** Reads the status at the beginning of each step; null if no status is recorded until then. */
export async function readStepStatuses(
  transaction: Transaction,
  gatewayId: string,
  { begin, stepSeconds, count }: ChartSteps,
): Promise<StepStatus[]> {
  return readRows<StepStatus>(transaction)`
    select step, (
      select status from status_change s
      where s.gateway_id = ${gatewayId} and s.at <= ${begin}::timestamptz + step * ${stepSeconds}::int * interval '1 second'
      order by s.at desc, s.id desc limit 1
    ) as status
    from generate_series(0, ${count}::int - 1) as step`
}
