import type { GatewayStatus } from '#contract/appliance.ts'
import { readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * ChartSteps of equal length: from `begin` on, `stepSeconds` each, `count` of them. The last ends at `end`, and the first
 * has nothing from before `since`.
 */
export type ChartSteps = { begin: Date; since: Date; end: Date; stepSeconds: number; count: number }

export type StepStatus = { step: number; status: GatewayStatus | null }

/** The status at the beginning of each step, null if it is unknown. */
export async function readStepStatuses(
  transaction: Transaction,
  gatewayId: string,
  { begin, stepSeconds, count }: ChartSteps,
): Promise<StepStatus[]> {
  return readRows(
    transaction,
    sql<StepStatus>`
      select step, (
        select status from status_change s
        where s.gateway_id = ${gatewayId} and s.at <= ${begin}::timestamptz + step * ${stepSeconds}::int * interval '1 second'
        order by s.at desc, s.id desc limit 1
      ) as status
      from generate_series(0, ${count}::int - 1) as step`,
  )
}
