import { readRequiredRow, type Statement, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import {
  type ConditionChangeRows,
  type GatewayConditionChange,
  conditionChangeRowsOf,
} from './condition-change-rows.ts'

/**
 * Returns SQL that inserts the rows, as CTEs of a `with` statement. Only gateways with an open grant get rows for third
 * parties. A subquery with a limit checks this by index for each gateway; unlike a join, it does not change the order
 * of the rows.
 */
export function conditionChangeInsertsSql({
  statuses,
  faults,
  forNotices,
  forPartners,
}: ConditionChangeRows): Statement {
  return sql`
    status_changes as (
      insert into status_change (gateway_id, at, status)
      select gateway_id, to_timestamp(at / 1000), status
      from unnest(
        ${statuses.map(({ gatewayId }) => gatewayId)}::uuid[], ${statuses.map(({ at }) => at)}::float8[],
        ${statuses.map(({ status }) => status)}::text[]
      ) as n (gateway_id, at, status)
    ), fault_changes as (
      insert into fault_change (gateway_id, at, code, severity)
      select gateway_id, to_timestamp(at / 1000), code, severity
      from unnest(
        ${faults.map(({ gatewayId }) => gatewayId)}::uuid[], ${faults.map(({ at }) => at)}::float8[],
        ${faults.map(({ code }) => code)}::text[], ${faults.map(({ severity }) => severity)}::text[]
      ) as n (gateway_id, at, code, severity)
    ), unjudged_changes as (
      insert into unjudged_change (gateway_id, at, status, reported, fault_code)
      select gateway_id, to_timestamp(at / 1000), status, reported, fault_code
      from unnest(
        ${forNotices.map(({ gatewayId }) => gatewayId)}::uuid[], ${forNotices.map(({ at }) => at)}::float8[],
        ${forNotices.map(({ status }) => status)}::text[], ${forNotices.map(({ reported }) => reported)}::text[],
        ${forNotices.map(({ faultCode }) => faultCode)}::text[]
      ) as n (gateway_id, at, status, reported, fault_code)
    ), partner_changes as (
      insert into partner_change (appliance_id, at, type)
      select gateway_id, to_timestamp(at / 1000), type
      from unnest(
        ${forPartners.map(({ gatewayId }) => gatewayId)}::uuid[], ${forPartners.map(({ at }) => at)}::float8[],
        ${forPartners.map(({ type }) => type)}::text[]
      ) as n (gateway_id, at, type)
      where (select true from partner_grant s where s.gateway_id = n.gateway_id and s.ended_at is null limit 1)
      returning 1
    )`
}

/** Inserts the rows for these changes. Returns whether one of the changes is for third parties. */
export async function recordConditionChanges(
  transaction: Transaction,
  changes: readonly GatewayConditionChange[],
): Promise<boolean> {
  const row = await readRequiredRow<{ isShared: boolean }>(transaction)`
    with ${conditionChangeInsertsSql(conditionChangeRowsOf(changes))} select exists (select from partner_changes) as "isShared"`
  return row.isShared
}
