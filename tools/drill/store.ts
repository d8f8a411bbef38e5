import pg from 'pg'
import { readRowsOfServer } from '../cluster/store.ts'
import type { FaultToNotify } from './appliance-faults.ts'
import type { AcknowledgedReport } from './report-ledger.ts'
import { readPackedReports } from './packed-reports.ts'

const answerTimeoutMs = 3_000

/** Returns the URL of the server that currently accepts writes. Rejects if no server or several servers do. */
export async function findPrimaryUrl(serverUrls: readonly string[]): Promise<string> {
  const asked = await Promise.all(serverUrls.map(async (url) => ((await takesWrites(url)) ? [url] : [])))
  const [primary, second] = asked.flat()
  if (primary === undefined) throw new Error('No server takes writes.')
  if (second !== undefined) throw new Error('Two servers take writes.')
  return primary
}

async function takesWrites(url: string): Promise<boolean> {
  const rows = await readRowsOfServer<{ standby: boolean }>(url, 'select pg_is_in_recovery() as standby').catch(
    () => [],
  )
  return rows[0]?.standby === false
}

/** Returns whether the server answers a query. */
export async function isServerAnswering(url: string): Promise<boolean> {
  return readRowsOfServer(url, 'select').then(
    () => true,
    () => false,
  )
}

const checkTimeoutMs = 60_000

/**
 * Describes the acknowledged reports that are not stored. A report is stored as a row, as a late row, or exactly once
 * in packed telemetry.
 */
export async function findMissingReports(url: string, reports: readonly AcknowledgedReport[]): Promise<string[]> {
  const missing = await findReportsWithoutRow(url, reports)
  const packed = await countPackedReports(url, missing)
  return missing
    .map((report) => ({ ...report, count: packed.get(`${report.serial} ${report.at}`) ?? 0 }))
    .filter(({ count }) => count !== 1)
    .map(({ serial, at, count }) => `report ${at} of ${serial} was acknowledged and is read back ${count} times`)
}

function columnsOf(reports: readonly AcknowledgedReport[]): unknown[] {
  return [reports.map(({ serial }) => serial), reports.map(({ at }) => at)]
}

async function findReportsWithoutRow(
  url: string,
  reports: readonly AcknowledgedReport[],
): Promise<AcknowledgedReport[]> {
  const isIn = (table: string) => `exists (
    select from ${table} t where t.gateway_id = g.id and t.unit = 'hc1' and t.ts = to_timestamp(a.at / 1000.0)
      and (t.payload->>'number')::bigint = a.at)`
  const rows = await readRowsOfServer<{ serial: string; at: string }>(
    url,
    `select a.serial, a.at from unnest($1::text[], $2::bigint[]) as a (serial, at)
     left join gateway g on g.serial = a.serial
     where not (${isIn('telemetry')} or ${isIn('telemetry_late_report')})`,
    { values: columnsOf(reports), withinMs: checkTimeoutMs },
  )
  return rows.map(({ serial, at }) => ({ serial, at: Number(at) }))
}

/** Counts how often each report is in packed days and months. The key is `serial at`, as in `929220810 1764180000000`. */
async function countPackedReports(url: string, reports: readonly AcknowledgedReport[]): Promise<Map<string, number>> {
  const rows = await readRowsOfServer<{ serial: string; data: Buffer }>(
    url,
    `with wanted as (
       select distinct g.id, g.serial, (to_timestamp(at / 1000.0) at time zone 'UTC')::date as day
       from unnest($1::text[], $2::bigint[]) as a (serial, at) join gateway g using (serial)
     )
     select distinct on (d.gateway_id, d.day, d.part) w.serial, d.data
     from wanted w join (
       select gateway_id, day, part, 1 as days, data from telemetry_day
       union all select gateway_id, day, part, days, data from telemetry_month
     ) d on d.gateway_id = w.id and d.day <= w.day and d.day + d.days > w.day`,
    { values: columnsOf(reports), withinMs: checkTimeoutMs },
  )
  const counts = new Map<string, number>()
  for (const { serial, data } of rows) {
    for (const { at, number } of readPackedReports(data)) {
      if (Number(number) === at) counts.set(`${serial} ${at}`, (counts.get(`${serial} ${at}`) ?? 0) + 1)
    }
  }
  return counts
}

/**
 * Inserts reports of an old day as rows, which the next run of the jobs packs. `daysAgo` must select a day without
 * other reports.
 */
export async function insertReportsOfOldDay(url: string, daysAgo: number): Promise<AcknowledgedReport[]> {
  const values = [daysAgo]
  await readRowsOfServer(url, 'select ensure_telemetry_days(current_date - $1::int, current_date - $1::int)', {
    values,
  })
  const rows = await readRowsOfServer<{ serial: string; at: string }>(
    url,
    `with report as (
       select g.id, g.serial, (extract(epoch from current_date - $1::int) * 1000)::bigint + minute * 60000 as at
       from (select id, serial from gateway order by serial limit 100) g, generate_series(1, 1440, 15) as minute
     ), stored as (
       insert into telemetry (gateway_id, unit, ts, received_at, seq, payload)
       select id, 'hc1', to_timestamp(at / 1000.0), to_timestamp(at / 1000.0), 0,
         jsonb_build_object('number', at, 'roomTemperature', 20)
       from report on conflict do nothing returning 1
     )
     select serial, at from report`,
    { values },
  )
  return rows.map(({ serial, at }) => ({ serial, at: Number(at) }))
}

/** Returns the number of telemetry partitions (days or months) that ended more than a day ago and are not packed. */
export async function countUnpackedPartitions(url: string): Promise<number> {
  const rows = await readRowsOfServer<{ count: number }>(
    url,
    `select count(*)::int as count from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'telemetry'::regclass and case when length(c.relname) = 17
       then to_date(substr(c.relname, 11), 'YYYY_MM') + interval '1 month' < current_date - 1
       else to_date(substr(c.relname, 11), 'YYYY_MM_DD') < current_date - 2 end`,
  )
  return rows[0]?.count ?? 0
}

/** SQL statements that find rows that must not exist. The key is the text of the finding. */
const impossible = {
  'gateways with two owners': `select 1 from connection where owner_since is not null group by gateway_id having count(*) > 1`,
  'gateways with two contracts of a kind': `select 1 from contract where ended_at is null and status <> 'DECLINED'
    group by gateway_id, company_type having count(*) > 1`,
  'reports stored twice': `select 1 from telemetry where unit = 'hc1' and ts > now() - interval '10 minutes'
    group by gateway_id, payload->>'number' having count(*) > 1`,
  'files that are ready without a digest': `select 1 from data_export_file
    where state = 'READY' and (bytes is null or bytes = 0 or sha256 is null)`,
}

/** Describes rows that must never exist in the database. */
export async function findInvalidRows(url: string): Promise<string[]> {
  const found: string[] = []
  for (const [finding, text] of Object.entries(impossible)) {
    const { length } = await readRowsOfServer(url, text, { withinMs: checkTimeoutMs })
    if (length > 0) found.push(`${length} ${finding}`)
  }
  return found
}

/** Returns the first line of the street, by gateway id. Gateways without an address have no entry. */
export async function readStoredStreets(url: string, gatewayIds: readonly string[]): Promise<Map<string, string>> {
  const text = 'select gateway_id, street[1] as line from address where gateway_id = any($1)'
  const rows = await readRowsOfServer<{ gateway_id: string; line: string }>(url, text, { values: [gatewayIds] })
  return new Map(rows.map(({ gateway_id, line }) => [gateway_id, line]))
}

/** Describes the accepted exports that are missing in the database. */
export async function findMissingExports(url: string, ids: readonly string[]): Promise<string[]> {
  const text =
    'select id from unnest($1::uuid[]) as asked (id) where not exists (select from data_export e where e.id = asked.id)'
  const rows = await readRowsOfServer<{ id: string }>(url, text, { values: [ids] })
  return rows.map(({ id }) => `the export ${id} was taken and is not there`)
}

/** Returns the ids of two companies that the owners of the drill can choose as service provider. */
export async function readTwoCompanyIds(url: string): Promise<[string, string]> {
  const text = `select id from company where country = 'GB' and 'cedar' = any(brands) order by id limit 2`
  const [first, second] = await readRowsOfServer<{ id: string }>(url, text)
  if (!first || !second) throw new Error('The registry of companies has no two for the drill.')
  return [first.id, second.id]
}

/** Promotes a standby to the primary. `url` connects to the standby as the administrator. */
export async function promoteStandby(url: string): Promise<void> {
  await readRowsOfServer(url, 'select pg_promote(true, 30)', { withinMs: 35_000 })
}

/** Reads the time of the server, rounded up so that it is after the server's last commit. */
export async function readServerTime(url: string): Promise<Date> {
  const [row] = await readRowsOfServer<{ moment: Date }>(url, 'select clock_timestamp() as moment')
  // A Date has no microseconds, so the next millisecond is after the commit.
  return new Date((row?.moment.getTime() ?? Number.NaN) + 1)
}

/**
 * Ends the current file of the write-ahead log, and returns the name of that file. `url` connects as the
 * administrator.
 */
export async function switchWalFile(url: string): Promise<string> {
  const [row] = await readRowsOfServer<{ piece: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as piece')
  return row?.piece ?? ''
}

/** Returns whether a file of the write-ahead log is archived. `url` connects as the administrator. */
export async function isWalFileArchived(url: string, piece: string): Promise<boolean> {
  const text = 'select from pg_stat_archiver where last_archived_wal >= $1'
  return (await readRowsOfServer(url, text, { values: [piece] })).length > 0
}

/**
 * Locks the table `telemetry` against writes. Returns a function that releases the lock; a second call of it has no
 * effect.
 */
export async function lockTelemetryAgainstWrites(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerTimeoutMs })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('lock table telemetry in exclusive mode')
  return async () => client.end()
}

type StoredStatus = { reported: string; code: string | null }

/** Returns the reported status that is stored for each gateway, by gateway id. */
export async function readStoredStatuses(
  url: string,
  gatewayIds: readonly string[],
): Promise<Map<string, StoredStatus>> {
  const text = 'select gateway_id as id, reported, fault_code as code from gateway_status where gateway_id = any($1)'
  const rows = await readRowsOfServer<StoredStatus & { id: string }>(url, text, { values: [gatewayIds] })
  return new Map(rows.map(({ id, ...status }) => [id, status]))
}

/** Returns the numbers of notices about the start and about the end of each fault, in the order of `faults`. */
export async function countNotices(
  url: string,
  faults: readonly FaultToNotify[],
): Promise<{ began: number; ended: number }[]> {
  return readRowsOfServer(
    url,
    `select count(n.id) filter (where n.event->>'kind' = 'fault-began')::int as began,
       count(n.id) filter (where n.event->>'kind' = 'fault-ended')::int as ended
     from unnest($1::uuid[], $2::text[]) with ordinality as f (gateway_id, code, number)
     left join notice n on n.gateway_id = f.gateway_id and n.event->>'code' = f.code
     group by f.number order by f.number`,
    { values: [faults.map(({ gatewayId }) => gatewayId), faults.map(({ code }) => code)] },
  )
}
