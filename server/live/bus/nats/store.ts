import { type Unit, isUnit } from '#contract/event-bus.ts'
import { type Queryable, execute, readRequiredRow, readRows, sql } from '#server/database/sql.ts'
import type { BusMessage } from '../bus.ts'
import { changeTimeSql } from '../store.ts'

/** Stores messages in one row, for processes to which NATS does not deliver them. The sender chooses the row's `id`. */
export async function storeMessages(db: Queryable, id: string, messages: readonly BusMessage[]): Promise<void> {
  await execute(db)`insert into bus_message (id, messages) values (${id}, ${JSON.stringify(messages)}::jsonb)`
}

/**
 * Deletes messages that were written before `before`. Returns the number of deleted rows; each row has the messages
 * of one publication.
 */
export async function deleteStoredMessages(db: Queryable, before: Date): Promise<number> {
  return execute(db)`delete from bus_message where at < ${before}`
}

/** The messages of one row. They belong to one publication. */
export type StoredPublication = { id: string; messages: BusMessage[] }

/**
 * The stored messages of transactions from a given horizon on, in the order in which the transactions began. `horizon`:
 * the value for the next call, which then includes transactions that are still open now. PostgreSQL manual, 9.27.8.
 */
export type StoredMessagesSince = { horizon: string; kept: StoredPublication[] }

export async function readTransactionHorizon(db: Queryable): Promise<string> {
  const row = await readRequiredRow<{ horizon: string }>(db)`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`
  return row.horizon
}

type KeptRow = { horizon: string; id: string | null; messages: BusMessage[] | null }

export async function readStoredMessagesSince(
  db: Queryable,
  horizon: string,
  limit: number,
): Promise<StoredMessagesSince> {
  const rows = await readRows<KeptRow>(db, 'bus-kept-since')`
    select now.horizon, m.id, m.messages
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as horizon) now
    left join (
      select id, messages, written_by, at from bus_message where written_by >= ${horizon}::xid8
      order by written_by, at limit ${limit}
    ) m on true
    order by m.written_by, m.at`
  const keptRows = rows.flatMap(({ id, messages }) => (id === null || messages === null ? [] : [{ id, messages }]))
  return { horizon: rows[0]?.horizon ?? horizon, kept: keptRows }
}

/**
 * The versions in the `gateway_status` row of a gateway. `seq`: the `seq` of the status. `newest`: for each unit, the
 * time of the newest report in epoch milliseconds.
 */
export type GatewayVersions = { gatewayId: string; seq: number; newest: Readonly<Record<string, number>> }

/** Reads the versions in the status rows of the gateways. Omits gateways without a status row. */
export async function readGatewayVersions(db: Queryable, gatewayIds: readonly string[]): Promise<GatewayVersions[]> {
  return readRows<GatewayVersions>(db, 'bus-marks')`
    select gateway_id as "gatewayId", seq::float8 as seq, newest
    from gateway_status where gateway_id = any (${uuidArray(gatewayIds)}::uuid[])`
}

// Formats the ids as one array literal. For an array, the driver would search each of thousands of ids for characters
// to escape.
function uuidArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`
}

/** The version of a unit's value, without the value. */
export type ValueVersion = { gatewayId: string; unit: Unit; seq: number; ts: string }

export async function readStatusVersions(db: Queryable, gatewayIds: readonly string[]): Promise<ValueVersion[]> {
  const rows = await readRows<{ gatewayId: string; seq: number; ts: string }>(db)`
    select gateway_id as "gatewayId", seq::float8 as seq, ${changeTimeSql(sql`coalesce(published_at, greatest(since, last_seen_at))`)} as ts
    from gateway_status where gateway_id = any (${gatewayIds}::uuid[])`
  return rows.map((row) => ({ ...row, unit: 'status' }))
}

/** Identifies a report that is newer than the last report that NATS delivered. `at`: its time in epoch milliseconds. */
export type ReportKey = { gatewayId: string; unit: string; at: number }

export async function readReportVersions(db: Queryable, newer: readonly ReportKey[]): Promise<ValueVersion[]> {
  const rows = await readRows<{ gatewayId: string; unit: string; seq: number; ts: string }>(db)`
    select newer.gateway_id as "gatewayId", newer.unit, t.seq::float8 as seq, ${changeTimeSql(sql`t.ts`)} as ts
    from rows from (
      unnest(${newer.map(({ gatewayId }) => gatewayId)}::uuid[]),
      unnest(${newer.map(({ unit }) => unit)}::text[]),
      unnest(${newer.map(({ at }) => at)}::float8[])
    ) as newer (gateway_id, unit, at)
    cross join lateral (
      select seq, ts from (
        (
          select seq, ts from telemetry
          where gateway_id = newer.gateway_id and unit = newer.unit and ts >= to_timestamp(newer.at / 1000)
          order by ts desc limit 1
        )
        union all
        (
          select seq, ts from telemetry_late_report
          where gateway_id = newer.gateway_id and unit = newer.unit and ts >= to_timestamp(newer.at / 1000)
          order by ts desc limit 1
        )
      ) as report order by ts desc limit 1
    ) t`
  return rows.flatMap(({ unit, ...row }) => (isUnit(unit) ? [{ ...row, unit }] : []))
}
