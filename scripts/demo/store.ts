import { pipeline } from 'node:stream/promises'
import type { ClientBase, Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { User } from '#contract/account.ts'
import type { Address } from '#contract/address.ts'
import type { House } from '#stand-ins/gateways/day.ts'
import type { Past, PastReport } from '#stand-ins/gateways/past.ts'

type Owner = { issuer: string; user: User }

/**
 * Gives the people of the demo the issuer that its provider has now: it follows PORT, and a person is issuer plus `sub`.
 */
export async function followIssuer(client: ClientBase, issuer: string): Promise<void> {
  await client.query(`update person set issuer = $1 where issuer <> $1 and issuer ~ '^http://localhost:[0-9]+$'`, [
    issuer,
  ])
}

/** Whether this person has been put in before; the demo is made once and then belongs to who plays with it. */
export async function isKnown(client: ClientBase, { issuer, user }: Owner): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from person where issuer = $1 and subject = $2', [issuer, user.sub])
  return rowCount === 1
}

export async function insertPerson(client: ClientBase, { issuer, user }: Owner): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into person (issuer, subject, email, first_name, last_name, contact_email, contact_phone, phone_country_code, country)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (issuer, subject) do update set email = excluded.email returning id`,
    [
      issuer,
      user.sub,
      user.email,
      user.firstName,
      user.lastName,
      user.contactEmail,
      user.contactPhone,
      user.phoneCountryCode,
      user.country,
    ],
  )
  return rows[0]?.id ?? ''
}

export type Placement = { serial: string; personId: string; role: 'owner' | 'viewer'; addedAt: Date }

export async function insertConnection(
  client: ClientBase,
  { serial, personId, role, addedAt }: Placement,
): Promise<void> {
  await client.query(
    `insert into connection (person_id, gateway_id, added_at, owner_since)
     select $2, id, $3, case $4 when 'owner' then $3::timestamptz end from gateway where serial = $1`,
    [serial, personId, addedAt, role],
  )
}

export async function insertAddress(client: ClientBase, serial: string, address: Address): Promise<void> {
  await client.query(
    `insert into address (gateway_id, street, postal_code, city, country)
     select id, $2, $3, $4, $5 from gateway where serial = $1`,
    [serial, address.street, address.postalCode, address.city, address.country],
  )
}

export type Agreement = {
  serial: string
  consentVersion: string
  consentedBy: string
  consentedAt: Date
  country: string
}

/** A contract with the first installer company of the country that serves the gateway's brand. */
export async function insertProviderContract(client: ClientBase, agreement: Agreement): Promise<void> {
  const { serial, consentVersion, consentedBy, consentedAt, country } = agreement
  await client.query(
    `insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language,
       consented_at, consented_by, created_at)
     select g.id, 'SUPPORT', o.id, 'ACTIVE', 'FULL_ACCESS', $2, 'de', $4, $3, $4
     from gateway g join company o on o.country = $5 and g.brand = any (o.brands)
     where g.serial = $1 order by o.name limit 1`,
    [serial, consentVersion, consentedBy, consentedAt, country],
  )
}

export async function insertSupportContract(client: ClientBase, agreement: Agreement): Promise<void> {
  const { serial, consentVersion, consentedBy, consentedAt, country } = agreement
  await client.query(
    `insert into contract (gateway_id, company_type, support_company_id, status, permission, consent_version,
       consent_language, consented_at, consented_by, created_at)
     select g.id, 'ASA', o.id, 'ACTIVE', 'FULL_ACCESS', $2, 'de', $4, $3, $4
     from gateway g join support_company o on o.country = $5 and o.brand = g.brand where g.serial = $1`,
    [serial, consentVersion, consentedBy, consentedAt, country],
  )
}

export type DemoAcceptance = { personId: string; version: string; locale: string }

export async function insertAcceptance(
  client: ClientBase,
  { personId, version, locale }: DemoAcceptance,
): Promise<void> {
  await client.query(
    `insert into terms_acceptance (person_id, version, locale, accepted_at) values ($1, $2, $3, now())
     on conflict (person_id, version) do nothing`,
    [personId, version, locale],
  )
}

/** An appliance whose past is made up: until the owner came into the demo, and only of the owner's time. */
export type PastHouse = House & { gatewayId: string; madeAt: Date; ownerSince: Date }

export async function readPastHouses(pool: Pool, ownerEmail: string): Promise<PastHouse[]> {
  const { rows } = await pool.query<PastHouse>(
    `select g.id as "gatewayId", g.serial, g.appliance_type as "applianceType", p.created_at as "madeAt",
       c.owner_since as "ownerSince"
     from person p join connection c on c.person_id = p.id join gateway g on g.id = c.gateway_id
     where p.email = $1 and c.owner_since < p.created_at order by c.added_at desc`,
    [ownerEmail],
  )
  return rows
}

/** A stretch of time, `from` included, in epoch milliseconds. */
export type Stretch = { gatewayId: string; from: number; until: number }

export async function hasReports(pool: Pool, { gatewayId, from, until }: Stretch): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from telemetry where gateway_id = $1 and unit = 'status' and ts >= $2 and ts < $3 limit 1`,
    [gatewayId, new Date(from), new Date(until)],
  )
  return rowCount === 1
}

/** Copies made-up reports and status changes in, all or nothing. Live reports have greater numbers. */
export async function copyPast(pool: Pool, { gatewayId, past }: { gatewayId: string; past: Past }): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select ensure_telemetry_partitions($1::timestamptz::date, $2::timestamptz::date)', [
      new Date(past.reports[0]?.at ?? 0),
      new Date(past.reports.at(-1)?.at ?? 0),
    ])
    const telemetry = 'copy telemetry (gateway_id, unit, ts, received_at, seq, payload) from stdin'
    await pipeline(past.reports.map(reportLines(gatewayId)), client.query(copyFrom(telemetry)))
    const statuses = past.statuses.map(({ at, status }) => `${gatewayId}\t${new Date(at).toISOString()}\t${status}\n`)
    await pipeline(statuses, client.query(copyFrom('copy status_change (gateway_id, at, status) from stdin')))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const onTheWayMs = 400

/** The lines of COPY's text format for the units of a report. */
function reportLines(gatewayId: string): (report: PastReport) => string {
  return ({ at, values }) => {
    const [ts, receivedAt] = [new Date(at).toISOString(), new Date(at + onTheWayMs).toISOString()]
    return Object.entries(values)
      .map(
        ([unit, payload]) => `${gatewayId}\t${unit}\t${ts}\t${receivedAt}\t0\t${copyText(JSON.stringify(payload))}\n`,
      )
      .join('')
  }
}

// https://www.postgresql.org/docs/current/sql-copy.html: what JSON text can hold of it is the backslash alone.
function copyText(json: string): string {
  return json.replaceAll('\\', '\\\\')
}
