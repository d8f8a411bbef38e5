import type { Pool, PoolClient } from 'pg'
import type { ApplianceType, GatewayStatus, GatewayType } from '#contract/appliance.ts'
import type { ContractStatus, Permission } from '#contract/provider.ts'
import { units, type Unit } from '#contract/push.ts'
import type { StoredReport } from './reading.ts'
import type { Window } from './window.ts'

/** Whose data as of when; all moments are in epoch milliseconds. */
export type ExportScope = {
  gatewayId: string
  personId: string
  ownerSince: number
  requestedAt: number
  window: Window
}

/** One view of the database, the same from the first file to the last. */
export type Snapshot = { client: PoolClient; extent: ExportScope; signal: AbortSignal }

/** Moments are RFC 3339 in UTC with milliseconds. */
const moment = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const time = (parameter: number): string => `to_timestamp($${parameter}::float8 / 1000)`

/** Runs `read` in one repeatable-read transaction, whose end gives the connection back. */
export async function withSnapshot<Result>(
  pool: Pool,
  { extent, signal }: Omit<Snapshot, 'client'>,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local timezone = 'UTC'`)
    // The store may take the file slowly, and nobody waits for a transaction that only reads.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    // Compiling a walk that begins at once costs more than it gives.
    await client.query(`set local jit = off`)
    return await read({ client, extent, signal })
  } finally {
    client.release(await rollback(client))
  }
}

/** Answers the error if the connection is of no use any more. */
async function rollback(client: PoolClient): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (error: Error) => error,
  )
}

export type ApplianceSummary = {
  serial: string
  type: GatewayType
  applianceType: ApplianceType
  brand: string
  addedAt: string
  ownerSince: string
}

/** The appliance and the owner's claim; undefined when that is no more. */
export async function readApplianceSummary({ client, extent }: Snapshot): Promise<ApplianceSummary | undefined> {
  const { rows } = await client.query<ApplianceSummary>(
    `select g.serial, g.type, g.appliance_type as "applianceType", g.brand, ${moment('c.added_at')} as "addedAt",
       ${moment(time(3))} as "ownerSince"
     from gateway g join connection c on c.gateway_id = g.id where g.id = $1 and c.person_id = $2`,
    [extent.gatewayId, extent.personId, extent.ownerSince],
  )
  return rows[0]
}

export type PostalAddress = { street: string[]; postalCode: string; city: string; country: string }

export async function readPostalAddress({ client, extent }: Snapshot): Promise<PostalAddress | null> {
  const { rows } = await client.query<PostalAddress>(
    `select street, postal_code as "postalCode", city, country from address where gateway_id = $1`,
    [extent.gatewayId],
  )
  return rows[0] ?? null
}

const reportsAtOnce = 250

// In epoch seconds, since to_char takes longer than all the rest.
type ReportRow = [ts: number, receivedAt: number, unit: Unit, payload: string]

/**
 * The reports of the window that had come when the export was requested, by time, then unit. They come in small batches,
 * the next one being fetched while the last is worked on.
 */
export async function* readStoredReports(
  snapshot: Snapshot,
  { from, until, of = units }: Pick<Window, 'from' | 'until'> & { of?: readonly Unit[] },
): AsyncGenerator<StoredReport[]> {
  const { client, extent, signal } = snapshot
  await client.query({
    text: `declare report no scroll cursor for ${reportsOf(of)}`,
    values: [extent.gatewayId, from, until, extent.requestedAt],
  })
  let next = fetchReports(client)
  try {
    while (true) {
      const rows = await next
      signal.throwIfAborted()
      if (rows.length === 0) break
      next = fetchReports(client)
      yield rows.map(toReport)
    }
    await client.query('close report')
  } finally {
    await Promise.allSettled([next])
  }
}

// By unit, since the key begins with gateway, unit and time: four sorted walks are merged, and nothing is sorted.
function reportsOf(of: readonly Unit[]): string {
  const walks = of.map(
    (unit) => `select ts, received_at, unit, payload from telemetry where gateway_id = $1 and unit = '${unit}'
      and ts >= ${time(2)} and ts < ${time(3)} and received_at <= ${time(4)} order by ts`,
  )
  return `select date_part('epoch', ts), date_part('epoch', received_at), unit, payload::text
    from (${walks.map((walk) => `(${walk})`).join(' union all ')}) as report order by ts, unit`
}

async function fetchReports(client: PoolClient): Promise<ReportRow[]> {
  const { rows } = await client.query<ReportRow>({ text: `fetch ${reportsAtOnce} from report`, rowMode: 'array' })
  return rows
}

// All units of a gateway report at the same moment, and writing it out takes as long as reading the values.
let written = { at: 0, ts: new Date(0).toISOString() }

function toReport([ts, receivedAt, unit, payload]: ReportRow): StoredReport {
  const at = Math.floor(Math.round(ts * 1e6) / 1000)
  if (at !== written.at) written = { at, ts: new Date(at).toISOString() }
  const values = JSON.parse(payload) as StoredReport['values']
  return { at, ts: written.ts, unit, late: receivedAt - ts, values }
}

export type StatusPeriod = { started: string; ended: string | null; status: GatewayStatus }

/** What the status was within the window, by time, as far as the owner's time goes. */
export async function readStatusPeriods({ client, extent }: Snapshot): Promise<StatusPeriod[]> {
  const { rows } = await client.query<StatusPeriod>(
    `select ${moment('at')} as started, ${moment('until')} as ended, status
     from (
       select id, at, status, lead(at) over (order by at, id) as until
       from status_change where gateway_id = $1 and at >= ${time(2)} and at <= ${time(3)}
     ) as change
     where at < ${time(5)} and (until is null or until > ${time(4)}) order by at, id`,
    bounds(extent),
  )
  return rows
}

function bounds({ gatewayId, ownerSince, requestedAt, window }: ExportScope): unknown[] {
  return [gatewayId, ownerSince, requestedAt, window.from, window.until]
}

export type SettingsChange = {
  at: string
  kind: string
  changedBy: 'owner' | 'company' | 'other person' | 'unknown'
  party: string | null
}

/** Changes of the service settings within the window. Nobody but the owner is told by name; companies are no persons. */
export async function readSettingsChanges({ client, extent }: Snapshot): Promise<SettingsChange[]> {
  const { rows } = await client.query<SettingsChange>(
    `select ${moment('e.at')} as at, e.kind,
       case when e.person_id = $6 then 'owner' when e.person_id is not null then 'other person'
         when e.kind in ('contract-accepted', 'contract-declined') then 'company' else 'unknown' end as "changedBy",
       coalesce(o.name, s.url) as party
     from service_event e
     left join contract k on k.id = e.contract_id
     left join company o on o.id = k.company_id
     left join support_company s on s.id = k.support_company_id
     where e.gateway_id = $1 and e.at >= greatest(${time(2)}, ${time(4)}) and e.at < ${time(5)} and e.at <= ${time(3)}
     order by e.at, e.id`,
    [...bounds(extent), extent.personId],
  )
  return rows
}

export type CompanyAccess = {
  contractId: string
  companyType: 'SUPPORT' | 'ASA'
  party: string
  permission: Permission
  contractStatus: ContractStatus
  contractCreated: string
  contractEnded: string | null
  consentVersion: string
  consentLanguage: string
  consentGiven: string
  consentGivenBy: 'owner' | 'other person' | 'unknown'
  accessFrom: string | null
  accessTo: string | null
}

/**
 * Every consent of the owner's time that was in force within the window, with its contract and the access it gave, as it
 * was when the export was requested. An access lasts until the next consent or the contract's end.
 */
export async function readCompanyAccesses({ client, extent }: Snapshot): Promise<CompanyAccess[]> {
  const { rows } = await client.query<CompanyAccess>(
    `with agreed as (
       select k.id as contract_id, k.company_type, coalesce(o.name, s.url) as party, k.permission, k.created_at,
         case when k.answered_at > ${time(3)} then 'PENDING' else k.status end as status,
         case when k.ended_at <= ${time(3)} then k.ended_at end as ended_at,
         c.id as consent_id, c.version, c.language, c.given_at, c.given_by, k.answered_at,
         lead(c.given_at) over (partition by k.id order by c.given_at, c.id) as renewed_at
       from contract k join consent c on c.contract_id = k.id
       left join company o on o.id = k.company_id
       left join support_company s on s.id = k.support_company_id
       where k.gateway_id = $1 and c.given_at >= ${time(2)} and c.given_at <= ${time(3)}
     ), lasted as (
       select *, least(renewed_at, ended_at) as until,
         case when status = 'ACTIVE' then greatest(given_at, answered_at) end as since
       from agreed
     )
     select contract_id as "contractId", company_type as "companyType", party, permission, status as "contractStatus",
       ${moment('created_at')} as "contractCreated", ${moment('ended_at')} as "contractEnded",
       version as "consentVersion", language as "consentLanguage", ${moment('given_at')} as "consentGiven",
       case when given_by = $6 then 'owner' when given_by is null then 'unknown' else 'other person' end as "consentGivenBy",
       ${moment('since')} as "accessFrom", ${moment('case when since is not null then until end')} as "accessTo"
     from lasted where given_at < ${time(5)} and (until is null or until > ${time(4)})
     order by given_at, consent_id`,
    [...bounds(extent), extent.personId],
  )
  return rows
}
