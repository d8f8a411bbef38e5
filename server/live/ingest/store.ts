import type { Unit } from '#contract/event-bus.ts'
import { DatabaseError } from 'pg'
import { notifyExpression } from '#server/live/bus/store.ts'
import { type Queryable, execute, readRequiredRow, readRows, type Statement, sql } from '#server/database/sql.ts'
import {
  type ConditionChangeRows,
  type GatewayConditionChange,
  conditionChangeRowsOf,
} from '#server/gateway-changes/condition-change-rows.ts'
import { conditionChangeInsertsSql } from '#server/gateway-changes/store.ts'
import { createInitialState, type GatewayState } from './apply-entries.ts'

export type GatewayCredential = { gatewayId: string; serial: string; digest: Buffer }

/** Reads the registry's entries of these serial numbers. Serial numbers that are not registered are omitted. */
export async function findGatewayCredentials(db: Queryable, serials: readonly string[]): Promise<GatewayCredential[]> {
  return readRows<GatewayCredential>(db, 'ingest-find-credentials')`
    select id as "gatewayId", serial, device_key_digest as digest from gateway where serial = any (${serials})`
}

/** The maximum number of entries in a batch. It is also the increment of the sequence `change_seq`. */
export const maxBatchEntries = 1024

/**
 * A report of a batch. `slot`: its index in the batch, less than `maxBatchEntries`. `ts`: its time in RFC 3339. `at`:
 * the same time in epoch milliseconds. `payload`: JSON.
 */
export type BatchedReport = { slot: number; gatewayId: string; unit: Unit; ts: string; at: number; payload: string }

/** The state of a gateway in its row of `gateway_status`. `version`: changes with each update of the row. */
export type GatewayStateRow = { state: GatewayState; version: string }

/**
 * Draws `maxBatchEntries` consecutive sequence numbers, and returns the first one. All numbers that any process draws
 * later are greater.
 */
export async function drawSequenceNumbers(connection: Queryable): Promise<number> {
  const row = await readRequiredRow<{ base: number }>(connection, 'ingest-draw-numbers')`
    select nextval('change_seq')::float8 as base`
  return row.base
}

type StatusRow = GatewayState & { gatewayId: string; version: string }

/**
 * Reads the states of the gateways without locks; the keys of the map are gateway ids. A later write must check that
 * the row is unchanged.
 */
export async function readGatewayStates(
  connection: Queryable,
  gatewayIds: readonly string[],
): Promise<Map<string, GatewayStateRow>> {
  const rows = await readRows<StatusRow>(connection, 'ingest-read-states')`
    select gateway_id as "gatewayId", status, reported, fault_code as "faultCode", round(date_part('epoch', since) * 1000) as since,
      round(date_part('epoch', last_seen_at) * 1000) as "lastSeenAt", last_client as "lastClient", newest,
      xmin::text as version
    from gateway_status where gateway_id = any (${plainArray(gatewayIds)})`
  return new Map(rows.map(({ gatewayId, version, ...state }) => [gatewayId, { state, version }]))
}

/**
 * Returns the slots of reports that must not be stored, because they are already stored or repeat an earlier report
 * of the batch.
 */
export async function findRepeatedReportSlots(
  connection: Queryable,
  telemetry: readonly BatchedReport[],
): Promise<Set<number>> {
  const rows = await readRows<{ slot: number }>(connection, 'ingest-find-repeated')`
    select slot from (
      select *, row_number() over (partition by gateway_id, unit, ts order by slot) as turn
      from unnest(
        ${plainArray(telemetry.map((row) => row.gatewayId))}::uuid[],
        ${plainArray(telemetry.map((row) => row.unit))}::text[],
        ${plainArray(telemetry.map((row) => row.ts))}::timestamptz[],
        ${plainArray(telemetry.map((row) => row.slot))}::int[]
      ) as report (gateway_id, unit, ts, slot)
    ) as report
    where turn > 1 or exists (
      select from telemetry t
      where t.gateway_id = report.gateway_id and t.unit = report.unit and t.ts = report.ts
    ) or exists (
      select from telemetry_late_report t
      where t.gateway_id = report.gateway_id and t.unit = report.unit and t.ts = report.ts)`
  return new Set(rows.map(({ slot }) => slot))
}

/**
 * Inserts a status row for each gateway without one. `lastSeenAt`: for each gateway id, the time at which its first
 * data was received, in epoch milliseconds.
 */
export async function insertMissingStatusRows(
  connection: Queryable,
  lastSeenAt: ReadonlyMap<string, number>,
): Promise<void> {
  const { status, reported } = createInitialState(0)
  await execute(connection, 'ingest-insert-unknown')`
    with added as (
      insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
      select id, ${status}, ${reported}, to_timestamp(last_seen_at / 1000), to_timestamp(last_seen_at / 1000), 0
      from unnest(
        ${plainArray([...lastSeenAt.keys()])}::uuid[], ${plainArray([...lastSeenAt.values()])}::float8[]
      ) as seen (id, last_seen_at) order by id
      on conflict (gateway_id) do nothing
      returning gateway_id, status, since
    )
    insert into status_change (gateway_id, at, status) select gateway_id, since, status from added`
}

/**
 * A new state of a gateway. The state may be written only if the row still has `version`. `before`: the previous state.
 * `isChanged`: whether status, reported status, fault or client has changed. `published`: the sequence number and time
 * of the status change to publish; null if there is none.
 */
export type GatewayStateUpdate = {
  gatewayId: string
  before: GatewayState
  state: GatewayState
  version: string
  isChanged: boolean
  published: { seq: number; ts: string } | null
}

/**
 * A batch to write. The report with slot i gets the sequence number `base` + i. `telemetry`: reports that are not
 * stored yet. `updates`: the resulting states. `receivedAt`: epoch milliseconds.
 */
export type ReportBatch = {
  base: number
  telemetry: readonly BatchedReport[]
  /** Reports for days that are already packed; they go to the table of late reports. */
  late: readonly BatchedReport[]
  updates: readonly GatewayStateUpdate[]
  receivedAt: number
  /** The chunks of bus messages to send with NOTIFY; empty if the bus does not use PostgreSQL. */
  chunks: readonly string[]
}

/**
 * The result of writing a batch. `version`: the new version of all written rows. `nextBase`: the first sequence
 * number for the next batch. `isShared`: whether the batch has changes for third parties.
 */
export type BatchWriteResult = { version: string; nextBase: number; isShared: boolean }

/**
 * Writes a batch in one statement, which is a transaction of its own, so its locks never wait for this process. Writes
 * rows in the order of the gateway ids, so that batches cannot deadlock. If a report is already stored or a row has
 * changed since it was read, rejects with an error for which `isWriteConflictError` returns true.
 */
export async function writeReportBatch(db: Queryable, batch: ReportBatch): Promise<BatchWriteResult> {
  const { base, receivedAt, chunks } = batch
  const telemetry = batch.telemetry.toSorted(byGateway)
  const late = batch.late.toSorted(byGateway)
  const updates = batch.updates.toSorted(byGateway)
  const isChanged = updates.some((update) => update.isChanged)
  const name = isChanged ? 'ingest-write-changes' : 'ingest-write-batch'
  return readRequiredRow<BatchWriteResult>(db, late.length === 0 ? name : `${name}-late`)`
    with inserted as (
      insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
      ${reportsOf(telemetry, { base, receivedAt })}
    )${
      late.length === 0
        ? sql``
        : sql`, inserted_late as (
      insert into telemetry_late_report (gateway_id, unit, ts, received_at, seq, payload)
      ${reportsOf(late, { base, receivedAt })}
    )`
    }, saved as (
      ${isChanged ? savingConditions(updates) : saving(updates)}
      returning 1
    )${isChanged ? sql`, ${conditionChangeInsertsSql(changeRowsOf(updates, receivedAt))}` : sql``}
    select expect_rows((select count(*) from saved), ${updates.length}), ${notifyExpression(chunks)} as notifications,
      pg_current_xact_id()::xid::text as version, nextval('change_seq')::float8 as "nextBase",
      ${isChanged ? sql`exists (select from partner_changes)` : sql`false`} as "isShared"`
}

function reportsOf(
  rows: readonly BatchedReport[],
  { base, receivedAt }: Pick<ReportBatch, 'base' | 'receivedAt'>,
): Statement {
  return sql`
    select gateway_id, unit, ts, to_timestamp(${receivedAt}::float8 / 1000), seq, payload::jsonb
    from (
      select
        unnest(${plainArray(rows.map((row) => row.gatewayId))}::uuid[]) as gateway_id,
        unnest(${plainArray(rows.map((row) => row.unit))}::text[]) as unit,
        unnest(${plainArray(rows.map((row) => row.ts))}::timestamptz[]) as ts,
        unnest(${plainArray(rows.map((row) => base + row.slot))}::bigint[]) as seq,
        unnest(${jsonLines(rows.map((row) => row.payload))}) as payload
    ) as report`
}

/**
 * Returns the rows of the changes. The states of a gateway have times in the future after the clock of the database was
 * fast. Changes for notices and third parties then get the time of the batch, also if the notices are decided later.
 * `limitTimes` of the notices handles the changes that were recorded while the clock was fast. The histories and `since`
 * keep the time of the fast clock. So the time of a third party's event may precede the `since` of the same status.
 */
function changeRowsOf(updates: readonly GatewayStateUpdate[], receivedAt: number): ConditionChangeRows {
  const rows = conditionChangeRowsOf(updates.map(toConditionChange))
  const notInFuture = <Row extends { at: number }>(row: Row): Row => ({ ...row, at: Math.min(row.at, receivedAt) })
  return { ...rows, forNotices: rows.forNotices.map(notInFuture), forPartners: rows.forPartners.map(notInFuture) }
}

function toConditionChange({ gatewayId, before, state }: GatewayStateUpdate): GatewayConditionChange {
  return { gatewayId, before, after: state }
}

/**
 * Returns the update for a batch in which no status, fault or client has changed. PostgreSQL then receives and reads
 * less data.
 */
function saving(updates: readonly GatewayStateUpdate[]): Statement {
  return sql`
    update gateway_status s set ${everyReportColumns}
    from (select ${everyReportValues(updates)}) as n
    where ${isAsRead}`
}

function savingConditions(updates: readonly GatewayStateUpdate[]): Statement {
  return sql`
    update gateway_status s
    set status = n.status, reported = n.reported, fault_code = n.fault_code, since = to_timestamp(n.since / 1000),
      last_client = n.last_client, ${everyReportColumns}
    from (
      select ${everyReportValues(updates)},
        unnest(${plainArray(updates.map(({ state }) => state.status))}::text[]) as status,
        unnest(${plainArray(updates.map(({ state }) => state.reported))}::text[]) as reported,
        unnest(${updates.map(({ state }) => state.faultCode)}::text[]) as fault_code,
        unnest(${plainArray(updates.map(({ state }) => state.since))}::float8[]) as since,
        unnest(${updates.map(({ state }) => state.lastClient)}::text[]) as last_client
    ) as n
    where ${isAsRead}`
}

/** The assignments to the columns that every write of a state updates. */
const everyReportColumns = sql`
  reported_at = to_timestamp(n.reported_at / 1000), last_seen_at = to_timestamp(n.last_seen_at / 1000),
  newest = n.newest::jsonb, seq = coalesce(n.seq, s.seq), published_at = coalesce(n.published_at, s.published_at)`

// Passes the values as arrays. PostgreSQL estimates few rows for an array, so it uses the index. With a larger
// estimate, such as for jsonb_array_elements, it would scan the whole table of up to about 15,000 gateways.
function everyReportValues(updates: readonly GatewayStateUpdate[]): Statement {
  return sql`
    unnest(${plainArray(updates.map(({ gatewayId }) => gatewayId))}::uuid[]) as gateway_id,
    unnest(${plainArray(updates.map(({ version }) => version))}::xid[]) as version,
    unnest(${plainArray(updates.map(({ state }) => state.newest.status))}::float8[]) as reported_at,
    unnest(${plainArray(updates.map(({ state }) => state.lastSeenAt))}::float8[]) as last_seen_at,
    unnest(${jsonLines(updates.map(({ state }) => JSON.stringify(state.newest)))}) as newest,
    unnest(${plainArray(updates.map(({ published }) => published?.seq))}::bigint[]) as seq,
    unnest(${plainArray(updates.map(({ published }) => published?.ts))}::timestamptz[]) as published_at`
}

const isAsRead = sql`s.gateway_id = n.gateway_id and s.xmin = n.version`

function byGateway(one: { gatewayId: string }, other: { gatewayId: string }): number {
  if (one.gatewayId === other.gatewayId) return 0
  return one.gatewayId < other.gatewayId ? -1 : 1
}

/** A period in which a listener accepted reports. Each heartbeat extends `until`. */
export type ListenerHeartbeat = { listener: string; beganAt: Date; until: Date }

export async function saveListenerHeartbeat(
  db: Queryable,
  { listener, beganAt, until }: ListenerHeartbeat,
): Promise<void> {
  await execute(db)`
    insert into listener_beat (listener, began_at, until) values (${listener}, ${beganAt}, ${until})
    on conflict (listener, began_at) do update set until = excluded.until`
}

/**
 * Whether a statement failed because a report has no partition. Either the day of the report is already packed, or the
 * partition does not exist yet.
 */
export function isPartitionMissingError(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23514'
}

/**
 * Whether a statement failed because a row has changed since it was read, or because a report is already stored. The
 * database function `expect_rows` raises GP001.
 */
export function isWriteConflictError(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return error.code === 'GP001' || (error.code === '23505' && error.table?.startsWith('telemetry') === true)
}

// Formats values that need no quotes as a PostgreSQL array. The driver would quote and escape each value.
function plainArray(values: readonly (string | number | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

// Joins JSON texts by line breaks, which JSON on one line never contains. An array of texts would need an escape for
// each quote.
function jsonLines(values: readonly string[]): Statement {
  return sql`string_to_array(${values.join('\n')}::text, E'\\n')`
}
