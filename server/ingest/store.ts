import type { ClientBase, Pool } from 'pg'
import type { GatewayStatus } from '#contract/appliance.ts'
import type { Unit } from '#contract/push.ts'
import { neverHeard, type Known } from './status.ts'

/** A database that does not answer is as good as away: the gateways keep their reports and send again. */
const patience = { query_timeout: 10_000 }

export type Credential = { gatewayId: string; serial: string; digest: Buffer }

/** The registry's entries of these serial numbers; unknown ones are left out. */
export async function findCredentials(pool: Pool, serials: readonly string[]): Promise<Credential[]> {
  const { rows } = await pool.query<Credential>({
    name: 'ingest-find-credentials',
    text: 'select id as "gatewayId", serial, device_key_digest as digest from gateway where serial = any($1)',
    values: [serials],
    ...patience,
  })
  return rows
}

export async function begin(client: ClientBase): Promise<void> {
  await client.query({ text: 'begin', ...patience })
}

export async function commit(client: ClientBase): Promise<void> {
  await client.query({ text: 'commit', ...patience })
}

export async function rollback(client: ClientBase): Promise<void> {
  await client.query({ text: 'rollback', ...patience })
}

/**
 * What is known of each gateway, by its id, held until the end of the transaction; `now` is for those never heard of.
 * All take the rows in the order of their ids, so that two listeners wait for one another instead of blocking for ever.
 */
export async function holdStatuses(
  client: ClientBase,
  gatewayIds: readonly string[],
  now: number,
): Promise<Map<string, Known>> {
  const known = await holdKnown(client, gatewayIds)
  if (known.size === gatewayIds.length) return known
  await insertUnknown(client, { gatewayIds: gatewayIds.filter((id) => !known.has(id)), now })
  return holdKnown(client, gatewayIds)
}

type StatusRow = {
  gatewayId: string
  status: GatewayStatus
  reported: GatewayStatus
  since: Date
  lastSeenAt: Date
  lastClient: string | null
  newest: Known['newest']
}

async function holdKnown(client: ClientBase, gatewayIds: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await client.query<StatusRow>({
    name: 'ingest-hold-statuses',
    text: `
      select gateway_id as "gatewayId", status, reported, since, last_seen_at as "lastSeenAt",
        last_client as "lastClient", newest
      from gateway_status where gateway_id = any($1) order by gateway_id for update`,
    values: [gatewayIds],
    ...patience,
  })
  return new Map(rows.map((row) => [row.gatewayId, toKnown(row)]))
}

function toKnown({ status, reported, since, lastSeenAt, lastClient, newest }: StatusRow): Known {
  return { status, reported, since: since.getTime(), lastSeenAt: lastSeenAt.getTime(), lastClient, newest }
}

type Newcomers = { gatewayIds: readonly string[]; now: number }

async function insertUnknown(client: ClientBase, { gatewayIds, now }: Newcomers): Promise<void> {
  const { status, reported, since } = neverHeard(now)
  await client.query({
    name: 'ingest-insert-unknown',
    text: `
      insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq)
      select id, $2, $3, $4, $4, 0 from unnest($1::uuid[]) as id order by id
      on conflict (gateway_id) do nothing`,
    values: [gatewayIds, status, reported, new Date(since)],
    ...patience,
  })
}

/** Numbers that no change has, growing; drawn while the gateways' rows are held, they grow for each gateway. */
export async function drawSequence(client: ClientBase, count: number): Promise<number[]> {
  const { rows } = await client.query<{ numbers: number[] }>({
    name: 'ingest-draw-sequence',
    text: `select array(select nextval('change_seq')::float8 from generate_series(1, $1)) as numbers`,
    values: [count],
    ...patience,
  })
  return rows[0]?.numbers ?? []
}

/** `ts` is RFC 3339, `payload` JSON. */
export type TelemetryRow = { gatewayId: string; unit: Unit; ts: string; seq: number; payload: string }

/** Stores reports and answers the `seq` of those that were not stored already. */
export async function insertTelemetry(
  client: ClientBase,
  telemetry: readonly TelemetryRow[],
  receivedAt: number,
): Promise<Set<number>> {
  const { rows } = await client.query<{ seq: string }>({
    name: 'ingest-insert-telemetry',
    text: `
      insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
      select gateway_id, unit, ts, $6, seq, payload
      from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bigint[], $5::jsonb[])
        as report (gateway_id, unit, ts, seq, payload)
      on conflict (gateway_id, unit, ts) do nothing
      returning seq`,
    values: [
      telemetry.map((row) => row.gatewayId),
      telemetry.map((row) => row.unit),
      telemetry.map((row) => row.ts),
      telemetry.map((row) => row.seq),
      telemetry.map((row) => row.payload),
      new Date(receivedAt),
    ],
    ...patience,
  })
  return new Set(rows.map(({ seq }) => Number(seq)))
}

/** `seq` is null when there is no new status to tell. */
export type StatusUpdate = { gatewayId: string; known: Known; seq: number | null }

/** Writes what is known by now. The rows must be held. */
export async function saveStatuses(client: ClientBase, updates: readonly StatusUpdate[]): Promise<void> {
  await client.query({
    name: 'ingest-save-statuses',
    text: `
      update gateway_status s
      set status = n.status, reported = n.reported, since = n.since, reported_at = n.reported_at,
        last_seen_at = n.last_seen_at, last_client = n.last_client, newest = n.newest, seq = coalesce(n.seq, s.seq)
      from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[],
          $7::text[], $8::jsonb[], $9::bigint[])
        as n (gateway_id, status, reported, since, reported_at, last_seen_at, last_client, newest, seq)
      where s.gateway_id = n.gateway_id`,
    values: [
      updates.map(({ gatewayId }) => gatewayId),
      updates.map(({ known }) => known.status),
      updates.map(({ known }) => known.reported),
      updates.map(({ known }) => instant(known.since)),
      updates.map(({ known }) => instant(known.newest.status)),
      updates.map(({ known }) => instant(known.lastSeenAt)),
      updates.map(({ known }) => known.lastClient),
      updates.map(({ known }) => JSON.stringify(known.newest)),
      updates.map(({ seq }) => seq),
    ],
    ...patience,
  })
}

function instant(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString()
}

/** Makes the partitions for the months from `first` to `last` (epoch milliseconds), inclusive. */
export async function ensurePartitions(pool: Pool, first: number, last: number): Promise<void> {
  await pool.query({
    text: `select ensure_telemetry_partitions(($1::timestamptz at time zone 'UTC')::date, ($2::timestamptz at time zone 'UTC')::date)`,
    values: [new Date(first), new Date(last)],
    ...patience,
  })
}
