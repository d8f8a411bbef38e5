import { pipeline } from 'node:stream/promises'
import type { Pool, PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { User } from '#contract/account.ts'
import type { Address } from '#contract/address.ts'
import { ensureMonthlyTelemetryPartitions } from '#server/database/store.ts'
import { type Queryable, execute, readRequiredRow, readRows } from '#server/database/sql.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { PartnerClient } from '#server/partners/partner-client.ts'
import type { SimulatedAppliance } from '#stand-ins/gateways/simulate-values.ts'
import type { GeneratedPast, PastReport } from '#stand-ins/gateways/generate-past.ts'

type Owner = { issuer: string; user: User }

/**
 * Updates the issuer of the demo's people after a change of PORT, because a person is identified by issuer and `sub`.
 * Changes only issuers on localhost.
 */
export async function updateDemoIssuer(db: Queryable, issuer: string): Promise<void> {
  await execute(db)`
    update person set issuer = ${issuer} where issuer <> ${issuer} and issuer ~ '^http://localhost:[0-9]+$'`
}

/** Whether the database has a person with this issuer and subject. */
export async function isPersonInserted(db: Queryable, { issuer, user }: Owner): Promise<boolean> {
  return (await execute(db)`select from person where issuer = ${issuer} and subject = ${user.sub}`) === 1
}

export async function insertPerson(transaction: Transaction, { issuer, user }: Owner): Promise<string> {
  const { sub, email, firstName, lastName, contactEmail, contactPhone, phoneCountryCode, country } = user
  const { id } = await readRequiredRow<{ id: string }>(transaction)`
    insert into person (issuer, subject, email, email_verified, first_name, last_name, contact_email, contact_phone,
      phone_country_code, country)
    values (${issuer}, ${sub}, ${email}, true, ${firstName}, ${lastName}, ${contactEmail}, ${contactPhone},
      ${phoneCountryCode}, ${country})
    on conflict (issuer, subject) do update set email = excluded.email returning id`
  return id
}

export type DemoConnection = { serial: string; personId: string; role: 'owner' | 'viewer'; addedAt: Date }

export async function insertConnection(
  transaction: Transaction,
  { serial, personId, role, addedAt }: DemoConnection,
): Promise<void> {
  await execute(transaction)`
    insert into connection (person_id, gateway_id, added_at, owner_since)
    select ${personId}, id, ${addedAt}, ${role === 'owner' ? addedAt : null} from gateway where serial = ${serial}`
}

export async function insertAddress(transaction: Transaction, serial: string, address: Address): Promise<void> {
  const { street, postalCode, city, country } = address
  // With `satisfies`, a missing field is a type error.
  const storedAddress = { street, postalCode, city, country } satisfies Record<keyof Address, unknown>
  await execute(transaction)`
    insert into address (gateway_id, street, postal_code, city, country)
    select id, ${storedAddress.street}, ${storedAddress.postalCode}, ${storedAddress.city}, ${storedAddress.country} from gateway where serial = ${serial}`
}

/** The ids of a gateway and of the companies that serve the brand of the gateway in one country. */
export type GatewayWithCompanies = { gatewayId: string; providerId: string; supportId: string }

/**
 * Reads a gateway and the companies that serve its brand in a country: the first installer company by name, and the
 * customer support.
 */
export async function readGatewayWithCompanies(
  transaction: Transaction,
  { serial, country }: { serial: string; country: string },
): Promise<GatewayWithCompanies> {
  return readRequiredRow<GatewayWithCompanies>(transaction)`
    select g.id as "gatewayId", o.id as "providerId", s.id as "supportId"
    from gateway g
    join company o on o.country = ${country} and g.brand = any (o.brands)
    join support_company s on s.country = ${country} and s.brand = g.brand
    where g.serial = ${serial} order by o.name limit 1`
}

export type DemoProgram = Pick<
  PartnerClient,
  'id' | 'name' | 'contactEmail' | 'state' | 'secretDigest' | 'companyName' | 'registerNumber' | 'country'
> & { developerId: string }

/** Inserts a client of a third party. The client has no redirect URIs, so it uses the device flow. */
export async function insertProgram(transaction: Transaction, program: DemoProgram): Promise<void> {
  const { id, developerId, name, contactEmail, secretDigest, state, companyName, registerNumber, country } = program
  await execute(transaction)`
    insert into partner_client (id, developer_id, name, contact_email, redirect_uris, secret_digest, state,
      company_name, register_number, country, terms_version, created_at)
    values (${id}, ${developerId}, ${name}, ${contactEmail}, '{}', ${secretDigest}, ${state}, ${companyName},
      ${registerNumber}, ${country}, '1', now())`
}

export type DemoTermsAcceptance = { personId: string; version: string; locale: string }

export async function insertTermsAcceptance(
  transaction: Transaction,
  { personId, version, locale }: DemoTermsAcceptance,
): Promise<void> {
  await execute(transaction)`
    insert into terms_acceptance (person_id, version, locale, accepted_at)
    values (${personId}, ${version}, ${locale}, now())
    on conflict (person_id, version) do nothing`
}

/** An appliance with a generated past, which lasts from `ownerSince` until the creation of the demo at `madeAt`. */
export type PastAppliance = SimulatedAppliance & { gatewayId: string; madeAt: Date; ownerSince: Date }

export async function readPastAppliances(db: Queryable, ownerEmail: string): Promise<PastAppliance[]> {
  return readRows<PastAppliance>(db)`
    select g.id as "gatewayId", g.serial, g.appliance_type as "applianceType", p.created_at as "madeAt",
      c.owner_since as "ownerSince"
    from person p join connection c on c.person_id = p.id join gateway g on g.id = c.gateway_id
    where p.email = ${ownerEmail} and c.owner_since < p.created_at order by c.added_at desc`
}

/** A period in epoch milliseconds. It includes `from` and excludes `until`. */
export type ReportPeriod = { gatewayId: string; from: number; until: number }

export async function hasReports(db: Queryable, { gatewayId, from, until }: ReportPeriod): Promise<boolean> {
  const count = await execute(db)`
    select from telemetry
    where gateway_id = ${gatewayId} and unit = 'status' and ts >= ${new Date(from)} and ts < ${new Date(until)} limit 1`
  return count === 1
}

/** Inserts generated reports, and changes of status and fault, in one transaction. The `seq` of the reports is 0, below that of live reports. */
export async function insertPastReports(
  pool: Pool,
  { gatewayId, past }: { gatewayId: string; past: GeneratedPast },
): Promise<void> {
  const client = await pool.connect()
  try {
    await inTransaction(client, async () => copyAll(client, gatewayId, past))
  } finally {
    client.release()
  }
}

async function copyAll(
  client: PoolClient,
  gatewayId: string,
  { reports, statuses, faults }: GeneratedPast,
): Promise<void> {
  await ensureMonthlyTelemetryPartitions(client, reports[0]?.at ?? 0, reports.at(-1)?.at ?? 0)
  const telemetry = 'copy telemetry (gateway_id, unit, ts, received_at, seq, payload) from stdin'
  await pipeline(reports.map(reportLines(gatewayId)), client.query(copyFrom(telemetry)))
  const changes = statuses.map(({ at, status }) => `${gatewayId}\t${new Date(at).toISOString()}\t${status}\n`)
  await pipeline(changes, client.query(copyFrom('copy status_change (gateway_id, at, status) from stdin')))
  const faultLines = faults.map(({ at, fault }) =>
    [gatewayId, new Date(at).toISOString(), fault?.code ?? copyNull, fault?.severity ?? copyNull]
      .join('\t')
      .concat('\n'),
  )
  await pipeline(faultLines, client.query(copyFrom('copy fault_change (gateway_id, at, code, severity) from stdin')))
}

const copyNull = '\\N'

const onTheWayMs = 400

/** Returns a function that writes the units of a report as lines in COPY's text format. */
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

// https://www.postgresql.org/docs/current/sql-copy.html: JSON text can contain only one of the special characters, the
// backslash.
function copyText(json: string): string {
  return json.replaceAll('\\', '\\\\')
}
