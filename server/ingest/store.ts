import type { ClientBase, Pool } from 'pg'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { Unit } from '#contract/push.ts'
import { initialState, type GatewayState } from './gateway-state.ts'

export type Credential = { gatewayId: string; serial: string; digest: Buffer }

/** The registry's entries of these serial numbers; unknown ones are left out. */
export async function findCredentials(pool: Pool, serials: readonly string[]): Promise<Credential[]> {
  const { rows } = await pool.query<Credential>({
    name: 'ingest-find-credentials',
    text: 'select id as "gatewayId", serial, device_key_digest as digest from gateway where serial = any($1)',
    values: [serials],
  })
  return rows
}

/** As many numbers as one step of the sequence change_seq. */
export const maxBatchEntries = 1024

/** A report of a batch; `slot` is less than `maxBatchEntries`, `ts` is RFC 3339, `payload` JSON. */
export type TelemetryRow = { slot: number; gatewayId: string; unit: Unit; ts: string; payload: string }

/** `version` is another for each state of the row. */
export type GatewayStateRow = { known: GatewayState; version: string }

export async function begin(client: ClientBase): Promise<void> {
  await client.query({ text: 'begin' })
}

/** The first of `maxBatchEntries` sequence numbers that nobody else has; all that are drawn later are greater. */
export async function drawSequenceNumbers(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ base: number }>({
    name: 'ingest-draw-numbers',
    text: `select nextval('change_seq')::float8 as base`,
  })
  if (!rows[0]) throw new Error('The sequence gave no number')
  return rows[0].base
}

type StatusRow = {
  gatewayId: string
  status: GatewayStatus
  reported: GatewayStatus
  since: number
  lastSeenAt: number
  lastClient: string | null
  newest: GatewayState['newest']
  version: string
}

/** What is known of each gateway, by its id. Nothing is held: whoever writes has to see that it is as it was. */
export async function readGatewayStates(
  client: ClientBase,
  gatewayIds: readonly string[],
): Promise<Map<string, GatewayStateRow>> {
  const { rows } = await client.query<StatusRow>({
    name: 'ingest-read-known',
    text: `
      select gateway_id as "gatewayId", status, reported, round(date_part('epoch', since) * 1000) as since,
        round(date_part('epoch', last_seen_at) * 1000) as "lastSeenAt", last_client as "lastClient", newest,
        xmin::text as version
      from gateway_status where gateway_id = any($1)`,
    values: [plainArray(gatewayIds)],
  })
  return new Map(rows.map(({ gatewayId, version, ...known }) => [gatewayId, { known, version }]))
}

/** The slots of those reports which are stored already, or stand in the batch a second time. */
export async function findRepeated(client: ClientBase, telemetry: readonly TelemetryRow[]): Promise<Set<number>> {
  const { rows } = await client.query<{ slot: number }>({
    name: 'ingest-find-repeated',
    text: `
      select slot from (
        select *, row_number() over (partition by gateway_id, unit, ts order by slot) as turn
        from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[]) as report (gateway_id, unit, ts, slot)
      ) as report
      where turn > 1 or exists (
        select from telemetry t
        where t.gateway_id = report.gateway_id and t.unit = report.unit and t.ts = report.ts)`,
    values: [
      plainArray(telemetry.map((row) => row.gatewayId)),
      plainArray(telemetry.map((row) => row.unit)),
      plainArray(telemetry.map((row) => row.ts)),
      plainArray(telemetry.map((row) => row.slot)),
    ],
  })
  return new Set(rows.map(({ slot }) => slot))
}

/** Gives gateways that were never heard of a row, as of the epoch millisecond at which each was heard first. */
export async function insertUnknown(client: ClientBase, heardAt: ReadonlyMap<string, number>): Promise<void> {
  const { status, reported } = initialState(0)
  await client.query({
    name: 'ingest-insert-unknown',
    text: `
      insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
      select id, $3, $4, to_timestamp(heard_at / 1000), to_timestamp(heard_at / 1000), 0
      from unnest($1::uuid[], $2::float8[]) as heard (id, heard_at) order by id
      on conflict (gateway_id) do nothing`,
    values: [plainArray([...heardAt.keys()]), plainArray([...heardAt.values()]), status, reported],
  })
}

/** What is to be known from now on, if it was `version` before. `told`: the new status that there is to tell; RFC 3339. */
export type StatusUpdate = {
  gatewayId: string
  known: GatewayState
  version: string
  told: { seq: number; ts: string } | null
}

/**
 * Reports that get the sequence numbers base + slot, none of them stored yet, and what is known after them.
 * `receivedAt` in epoch milliseconds.
 */
export type Batch = {
  base: number
  telemetry: readonly TelemetryRow[]
  updates: readonly StatusUpdate[]
  receivedAt: number
}

/** `version`: that of the rows which this transaction writes. `nextBase`: numbers for the next batch. */
export type Written = { version: string; nextBase: number }

/**
 * Writes a batch. Rejects, as `isNotAsRead` tells, when a report is stored already or a row is not as it was read: the
 * server itself decides that, so that the commit can be sent along and no lock ever waits for us. Rows are written in
 * the order of the gateways, for no two batches to wait for each other.
 */
export async function writeBatch(client: ClientBase, batch: Batch): Promise<Written> {
  const { base, receivedAt } = batch
  const telemetry = batch.telemetry.toSorted(byGateway)
  const updates = batch.updates.toSorted(byGateway)
  const { rows } = await client.query<Written>({
    name: 'ingest-write-batch',
    text: `
      with inserted as (
        insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
        select gateway_id, unit, ts, to_timestamp($6::float8 / 1000), seq, payload
        from rows from (
          unnest($1::uuid[]), unnest($2::text[]), unnest($3::timestamptz[]), unnest($4::bigint[]),
          jsonb_array_elements($5::jsonb)
        ) as report (gateway_id, unit, ts, seq, payload)
        on conflict (gateway_id, unit, ts) do nothing
        returning 1
      ), saved as (
        update gateway_status s
        set status = n.status, reported = n.reported, since = to_timestamp(n.since / 1000),
          reported_at = to_timestamp(n.reported_at / 1000), last_seen_at = to_timestamp(n.last_seen_at / 1000),
          last_client = n.last_client, newest = n.newest, seq = coalesce(n.seq, s.seq),
          told_at = coalesce(n.told_at, s.told_at)
        from rows from (
          unnest($7::uuid[]), unnest($8::xid[]), unnest($9::text[]), unnest($10::text[]), unnest($11::float8[]),
          unnest($12::float8[]), unnest($13::float8[]), unnest($14::text[]), jsonb_array_elements($15::jsonb),
          unnest($16::bigint[]), unnest($17::timestamptz[])
        ) as n (gateway_id, version, status, reported, since, reported_at, last_seen_at, last_client, newest, seq, told_at)
        where s.gateway_id = n.gateway_id and s.xmin = n.version
        returning 1
      )
      select expect_rows((select count(*) from inserted), $18), expect_rows((select count(*) from saved), $19),
        pg_current_xact_id()::xid::text as version, nextval('change_seq')::float8 as "nextBase"`,
    values: [
      plainArray(telemetry.map((row) => row.gatewayId)),
      plainArray(telemetry.map((row) => row.unit)),
      plainArray(telemetry.map((row) => row.ts)),
      plainArray(telemetry.map((row) => base + row.slot)),
      `[${telemetry.map((row) => row.payload).join(',')}]`,
      receivedAt,
      plainArray(updates.map(({ gatewayId }) => gatewayId)),
      plainArray(updates.map(({ version }) => version)),
      plainArray(updates.map(({ known }) => known.status)),
      plainArray(updates.map(({ known }) => known.reported)),
      plainArray(updates.map(({ known }) => known.since)),
      plainArray(updates.map(({ known }) => known.newest.status)),
      plainArray(updates.map(({ known }) => known.lastSeenAt)),
      updates.map(({ known }) => known.lastClient),
      `[${updates.map(({ known }) => JSON.stringify(known.newest)).join(',')}]`,
      plainArray(updates.map(({ told }) => told?.seq)),
      plainArray(updates.map(({ told }) => told?.ts)),
      telemetry.length,
      updates.length,
    ],
  })
  if (!rows[0]) throw new Error('Nothing was answered')
  return rows[0]
}

function byGateway(one: { gatewayId: string }, other: { gatewayId: string }): number {
  if (one.gatewayId === other.gatewayId) return 0
  return one.gatewayId < other.gatewayId ? -1 : 1
}

/** Whether `expect_rows` of the database found another number of rows. */
export function isNotAsRead(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'GP001'
}

// PostgreSQL's form of an array of values that need no quotes; pg would quote and escape each.
function plainArray(values: readonly (string | number | null | undefined)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`
}

/** Rejects unless the transaction is committed; PostgreSQL ends one that has failed without a complaint. */
export async function commit(client: ClientBase): Promise<void> {
  const { command } = await client.query({ text: 'commit' })
  if (command !== 'COMMIT') throw new Error('The transaction had failed before its commit')
}

/** Makes the partitions for the months from `first` to `last` (epoch milliseconds), inclusive. */
export async function ensureTelemetryPartitions(pool: Pool, first: number, last: number): Promise<void> {
  await pool.query({
    text: `select ensure_telemetry_partitions(($1::timestamptz at time zone 'UTC')::date, ($2::timestamptz at time zone 'UTC')::date)`,
    values: [new Date(first), new Date(last)],
  })
}
