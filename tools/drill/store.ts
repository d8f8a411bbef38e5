import pg from 'pg'
import type { LastedFault } from './faulting.ts'
import type { AcknowledgedReport } from './ledger.ts'

const answerWithinMs = 3_000

/** The server that takes writes now. Rejects where none does, or several do. */
export async function findPrimary(serverUrls: readonly string[]): Promise<string> {
  const asked = await Promise.all(serverUrls.map(async (url) => ((await takesWrites(url)) ? [url] : [])))
  const [primary, second] = asked.flat()
  if (primary === undefined) throw new Error('No server takes writes.')
  if (second !== undefined) throw new Error('Two servers take writes.')
  return primary
}

async function takesWrites(url: string): Promise<boolean> {
  try {
    return await ask(url, async (client) => {
      const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      return rows[0]?.standby === false
    })
  } catch {
    return false
  }
}

/** Whether a server is there. */
export async function answers(url: string): Promise<boolean> {
  return ask(url, async () => true).catch(() => false)
}

/** Asks one server. */
async function ask<Found>(url: string, question: (client: pg.Client) => Promise<Found>, withinMs = answerWithinMs) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: Math.min(withinMs, 10_000),
    query_timeout: withinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await question(client)
  } finally {
    client.end().catch(() => {})
  }
}

const checkWithinMs = 60_000

/** The reports that were acknowledged and don't stand there exactly once. */
export async function missingReports(url: string, reports: readonly AcknowledgedReport[]): Promise<string[]> {
  return ask(
    url,
    async (client) => {
      const { rows } = await client.query<{ serial: string; at: string; rows: string }>(
        `select a.serial, a.at, count(t.ts) as rows
         from unnest($1::text[], $2::bigint[]) as a (serial, at)
         left join gateway g on g.serial = a.serial
         left join telemetry t on t.gateway_id = g.id and t.unit = 'hc1' and t.ts = to_timestamp(a.at / 1000.0)
           and (t.payload->>'number')::bigint = a.at
         group by a.serial, a.at having count(t.ts) <> 1`,
        [reports.map(({ serial }) => serial), reports.map(({ at }) => at)],
      )
      return rows.map(
        ({ serial, at, rows: count }) => `report ${at} of ${serial} was acknowledged and has ${count} rows`,
      )
    },
    checkWithinMs,
  )
}

/** What no state of the database may say, and how many rows say it. */
const impossible = {
  'gateways with two owners': `select 1 from connection where owner_since is not null group by gateway_id having count(*) > 1`,
  'gateways with two contracts of a kind': `select 1 from contract where ended_at is null and status <> 'DECLINED'
    group by gateway_id, company_type having count(*) > 1`,
  'reports stored twice': `select 1 from telemetry where unit = 'hc1' and ts > now() - interval '10 minutes'
    group by gateway_id, payload->>'number' having count(*) > 1`,
  'files that are ready without a digest': `select 1 from data_export_file
    where state = 'READY' and (bytes is null or bytes = 0 or sha256 is null)`,
}

/** The states that can't be and are. */
export async function impossibleStates(url: string): Promise<string[]> {
  return ask(
    url,
    async (client) => {
      const found: string[] = []
      for (const [what, text] of Object.entries(impossible)) {
        const { rowCount } = await client.query(text)
        if (rowCount) found.push(`${rowCount} ${what}`)
      }
      return found
    },
    checkWithinMs,
  )
}

/** The first line of the street of each gateway that has an address. */
export async function streetsOf(url: string, gatewayIds: readonly string[]): Promise<Map<string, string>> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ gateway_id: string; line: string }>(
      'select gateway_id, street[1] as line from address where gateway_id = any($1)',
      [gatewayIds],
    )
    return new Map(rows.map(({ gateway_id, line }) => [gateway_id, line]))
  })
}

/** Those of the exports that are not there. */
export async function missingExports(url: string, ids: readonly string[]): Promise<string[]> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from unnest($1::uuid[]) as asked (id) where not exists (select from data_export e where e.id = asked.id)',
      [ids],
    )
    return rows.map(({ id }) => `the export ${id} was taken and is not there`)
  })
}

/** Two companies of a country and brand that can be asked for. */
export async function twoCompanies(url: string): Promise<[string, string]> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from company where country = 'GB' and 'cedar' = any(brands) order by id limit 2`,
    )
    const [first, second] = rows
    if (!first || !second) throw new Error('The registry of companies has no two for the drill.')
    return [first.id, second.id]
  })
}

/** Makes a standby the primary. `url` is an administrator's. */
export async function promote(url: string): Promise<void> {
  await ask(url, async (client) => client.query('select pg_promote(true, 30)'), 35_000)
}

/** A moment by the server's clock, just after all that it has committed. */
export async function serverMoment(url: string): Promise<Date> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ moment: Date }>('select clock_timestamp() as moment')
    if (!rows[0]) throw new Error('The server knows no time.')
    // A Date has no microseconds.
    return new Date(rows[0].moment.getTime() + 1)
  })
}

/** Ends the present piece of the log, and answers its name. `url` is an administrator's. */
export async function switchLog(url: string): Promise<string> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ piece: string }>('select pg_walfile_name(pg_switch_wal()) as piece')
    return rows[0]?.piece ?? ''
  })
}

/** Whether a piece of the log is kept. `url` is an administrator's. */
export async function archived(url: string, piece: string): Promise<boolean> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ kept: boolean }>(
      'select coalesce(last_archived_wal >= $1, false) as kept from pg_stat_archiver',
      [piece],
    )
    return rows[0]?.kept ?? false
  })
}

/** Locks the telemetry against writes until the answered function is called, which may be called again. */
export async function holdTelemetry(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerWithinMs })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query('lock table telemetry in exclusive mode')
  return async () => client.end()
}

type KeptStatus = { reported: string; code: string | null }

/** What the portal keeps as the status that each gateway reported. */
export async function statusesOf(url: string, gatewayIds: readonly string[]): Promise<Map<string, KeptStatus>> {
  return ask(url, async (client) => {
    const { rows } = await client.query<KeptStatus & { gateway_id: string }>(
      'select gateway_id, reported, fault_code as code from gateway_status where gateway_id = any($1)',
      [gatewayIds],
    )
    return new Map(rows.map(({ gateway_id: id, reported, code }) => [id, { reported, code }]))
  })
}

/** How many notifications there are of the begin and of the end of each fault, in the order of `faults`. */
export async function noticesOf(
  url: string,
  faults: readonly LastedFault[],
): Promise<{ began: number; ended: number }[]> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ began: number; ended: number }>(
      `select count(n.id) filter (where n.event->>'kind' = 'fault-began')::int as began,
         count(n.id) filter (where n.event->>'kind' = 'fault-ended')::int as ended
       from unnest($1::uuid[], $2::text[]) with ordinality as f (gateway_id, code, number)
       left join notice n on n.gateway_id = f.gateway_id and n.event->>'code' = f.code
       group by f.number order by f.number`,
      [faults.map(({ gatewayId }) => gatewayId), faults.map(({ code }) => code)],
    )
    return rows
  })
}

/** Those of the late hours, as `serial hour`, that have no rollup. `hour` in epoch milliseconds. */
export async function missingHours(url: string, hours: readonly { serial: string; hour: number }[]): Promise<string[]> {
  return ask(url, async (client) => {
    const { rows } = await client.query<{ serial: string; hour: string }>(
      `select l.serial, l.hour from unnest($1::text[], $2::bigint[]) as l (serial, hour)
       join gateway g on g.serial = l.serial
       where not exists (select from telemetry_hour h where h.gateway_id = g.id and h.datapoint = 'hc1.roomTemperature'
         and h.hour = to_timestamp(l.hour / 1000.0) and h.count > 0)`,
      [hours.map(({ serial }) => serial), hours.map(({ hour }) => hour)],
    )
    return rows.map(({ serial, hour }) => `the hour ${new Date(Number(hour)).toISOString()} of ${serial} has no rollup`)
  })
}
