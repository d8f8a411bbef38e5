import type { Pool } from 'pg'
import { readFirstRow } from '#server/database/sql.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { GatewayCondition } from '#server/gateway-changes/condition-change-rows.ts'
import { recordConditionChanges } from '#server/gateway-changes/store.ts'

/** The condition of a gateway from `at` on (epoch ms). */
export type TestCondition = GatewayCondition & { at: number }

/** Stores the condition of a gateway and records the change, in one transaction like the portal. */
export async function storeGatewayCondition(
  pool: Pool,
  gatewayId: string,
  { at, status, reported, faultCode }: TestCondition,
): Promise<void> {
  await inTransaction(pool, async (transaction) => {
    const stored = await readFirstRow<GatewayCondition>(transaction)`
      select status, reported, fault_code as "faultCode" from gateway_status where gateway_id = ${gatewayId} for update`
    await transaction.query({
      text: `insert into gateway_status (gateway_id, status, reported, fault_code, since, last_seen_at, seq)
        values ($1, $2, $3, $4, $5, $5, 0)
        on conflict (gateway_id) do update set status = $2, reported = $3, fault_code = $4,
          since = case when gateway_status.status = $2 then gateway_status.since else $5 end,
          last_seen_at = case when $2 = 'OFFLINE' then gateway_status.last_seen_at else $5 end`,
      values: [gatewayId, status, reported, faultCode, new Date(at)],
    })
    const before = stored ?? { status: 'UNKNOWN', reported: 'UNKNOWN', faultCode: null }
    const after = { status, reported, faultCode, since: at, lastSeenAt: at }
    await recordConditionChanges(transaction, [{ gatewayId, before, after }])
  })
}
