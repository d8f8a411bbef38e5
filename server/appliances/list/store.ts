import type { Address, AddressRow } from '#contract/address.ts'
import type { Connection } from '#contract/appliance.ts'
import type { Country } from '#contract/countries.ts'
import { faultSeverityOf } from '#contract/faults.ts'
import { dayMs } from '#contract/durations.ts'
import type { Clock } from '#server/clock.ts'
import { type Queryable, readRows, sql } from '#server/database/sql.ts'
import { accessInForceSql } from '#server/database/access-in-force.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import { canEditServiceSettings, accessRoleOf } from '../policy.ts'

type ConnectionRow = {
  id: string
  name: string | null
  serial: string
  type: Connection['type']
  applianceType: Connection['applianceType']
  gatewayStatus: Connection['gatewayStatus']
  reported: Connection['gatewayStatus'] | null
  faultCode: string | null
  since: Date | null
  ownerSince: Date | null
  coOwnerSince: Date | null
  statusSeq: number
  serviceSeq: number
  /** Whether a fault began, changed or ended in the last 24 hours. */
  hasFaultChange: boolean
} & AddressColumns &
  ContractColumns

type ServiceContract = Connection['service']['contracts'][number]

/** One contract of the appliance, with its company. All fields are null if the appliance has no contract. */
type ContractColumns = {
  companyType: ServiceContract['companyType'] | null
  contractStatus: ServiceContract['status'] | null
  permission: ServiceContract['permission'] | null
  hasLatestConsentVersion: boolean | null
  companyId: string | null
  companyName: string | null
  companyEmail: string | null
  companyPhone: string | null
  companyStreet: string[] | null
  companyPostalCode: string | null
  companyCity: string | null
  companyCountry: string | null
  supportId: string | null
  supportCountry: string | null
  supportBrand: string | null
  supportUrl: string | null
}

/**
 * The address. All fields are null if the appliance has no address. If `Address` of the API gets another field, this
 * type makes the check of the SQL statements fail.
 */
type AddressColumns = AddressRow | Record<keyof Address, null>

/** Returns the SQL columns of `ConnectionRow`. `now` in epoch ms. */
const columns = (consentVersion: string, now: number) => sql`
  g.id, c.name, g.serial, g.type, g.appliance_type as "applianceType",
  coalesce(s.status, 'UNKNOWN') as "gatewayStatus", s.reported, s.fault_code as "faultCode",
  case when s.since is not null then greatest(s.since, c.added_at) end as since,
  c.owner_since as "ownerSince", c.co_owner_since as "coOwnerSince",
  coalesce(s.seq, 0)::float8 as "statusSeq", c.seq::float8 as "serviceSeq",
  a.street, a.postal_code as "postalCode", a.city, a.country,
  coalesce(s.fault_changed_at > ${new Date(now - dayMs)}::timestamptz, false) as "hasFaultChange",
  k.company_type as "companyType", k.status as "contractStatus", k.permission,
  k.consent_version = ${consentVersion} as "hasLatestConsentVersion",
  o.id as "companyId", o.name as "companyName", o.email as "companyEmail", o.phone as "companyPhone",
  o.street as "companyStreet", o.postal_code as "companyPostalCode", o.city as "companyCity", o.country as "companyCountry",
  u.id as "supportId", u.country as "supportCountry", u.brand as "supportBrand", u.url as "supportUrl"`

/**
 * The joined tables, with one row for each contract of an appliance. A join is cheaper than a subquery that collects
 * the contracts for each row.
 */
const tables = sql`
  person p
  join connection c on c.person_id = p.id
  join gateway g on g.id = c.gateway_id
  left join gateway_status s on s.gateway_id = g.id
  left join address a on a.gateway_id = g.id
  left join contract k on k.gateway_id = g.id and k.ended_at is null
  left join company o on o.id = k.company_id
  left join support_company u on u.id = k.support_company_id`

export type ApplianceListStore = ReturnType<typeof createApplianceListStore>

export type ApplianceListStoreDependencies = {
  db: Queryable
  clock: Clock
  /**
   * The current version of the consent text. `hasLatestConsentVersion` is false for a contract whose consent has
   * another version.
   */
  consentVersion: string
  /** Returns which of `codes` are emergencies. The result may also contain emergencies that are not in `codes`. */
  findEmergencies(db: Queryable, codes: readonly string[]): Promise<ReadonlySet<string>>
}

/** Creates the store that reads a person's connections to appliances, in the API's response format. */
export function createApplianceListStore({
  db,
  clock,
  consentVersion,
  findEmergencies,
}: ApplianceListStoreDependencies) {
  return {
    /**
     * Returns the connections of a person, the last added first. If `brands` is not null, returns only connections of
     * these brands.
     */
    list: async ({ issuer, subject }: ProviderSubject, brands: readonly string[] | null): Promise<Connection[]> => {
      const now = clock.now()
      const rows = await readRows<ConnectionRow>(db, 'list-connections')`
        select ${columns(consentVersion, now)} from ${tables}
        where p.issuer = ${issuer} and p.subject = ${subject} and ${accessInForceSql(now)}
          and (${brands}::text[] is null or g.brand = any (${brands}::text[]))
        order by c.added_at desc, g.serial, k.company_type`
      return toConnections({ issuer, subject, now }, rows)
    },

    find: async (
      { issuer, subject }: ProviderSubject,
      id: string,
      brands: readonly string[] | null,
    ): Promise<Connection | null> => {
      const now = clock.now()
      const rows = await readRows<ConnectionRow>(db, 'read-connection')`
        select ${columns(consentVersion, now)} from ${tables}
        where p.issuer = ${issuer} and p.subject = ${subject} and ${accessInForceSql(now)}
          and (${brands}::text[] is null or g.brand = any (${brands}::text[])) and g.id = ${id}
        order by k.company_type`
      const [connection] = await toConnections({ issuer, subject, now }, rows)
      return connection ?? null
    },
  }

  async function toConnections(reader: Reader, rows: readonly ConnectionRow[]): Promise<Connection[]> {
    const lastEmergencies = await findLastEmergencies(reader, rows.filter(hadFault))
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne) => toConnection(ofOne, lastEmergencies))
  }

  /**
   * Returns, for each gateway with an emergency in the past 24 hours, the last time of the emergency in epoch ms. The
   * keys are gateway ids.
   */
  async function findLastEmergencies(reader: Reader, faulty: readonly ConnectionRow[]): Promise<Map<string, number>> {
    if (faulty.length === 0) return new Map()
    const ids = new Set(faulty.map(({ id }) => id))
    const faults = await readRecentFaults(db, reader, [...ids])
    const emergencies = await findEmergencies(db, [...new Set(faults.map(({ code }) => code))])
    return lastByGateway(faults.filter(({ code }) => emergencies.has(code)))
  }
}

/** The person who reads their connections, at `now` (epoch ms). */
type Reader = ProviderSubject & { now: number }

/**
 * A fault of the last 24 hours that the person may see. `until` is the end of the fault in epoch ms; for an ongoing
 * fault it is now.
 */
type RecentFault = { gatewayId: string; code: string; until: number }

/**
 * Reads the faults of the last 24 hours. Also reads the last change before this period, because the fault of that
 * change may have lasted into it.
 */
async function readRecentFaults(
  db: Queryable,
  { issuer, subject, now }: Reader,
  gatewayIds: readonly string[],
): Promise<RecentFault[]> {
  const dayAgo = new Date(now - dayMs)
  return readRows<RecentFault>(db, 'read-recent-faults')`
    select c.gateway_id as "gatewayId", f.code, round(date_part('epoch', f.until) * 1000) as until
    from person p join connection c on c.person_id = p.id
      cross join lateral (
        select code, coalesce(lead(at) over (order by at, id), ${new Date(now)}::timestamptz) as until
        from fault_change
        where gateway_id = c.gateway_id and at >= coalesce((
          select max(at) from fault_change where gateway_id = c.gateway_id and at <= ${dayAgo}::timestamptz
        ), '-infinity')
      ) f
    where p.issuer = ${issuer} and p.subject = ${subject} and ${accessInForceSql(now)}
      and c.gateway_id = any (${gatewayIds}::uuid[])
      and f.code is not null and f.until > greatest(${dayAgo}::timestamptz, c.added_at)`
}

/**
 * Returns whether an appliance has a fault or had one in the last 24 hours. A second query reads the faults of these
 * appliances, which are few.
 */
function hadFault({ hasFaultChange, reported }: ConnectionRow): boolean {
  return hasFaultChange || (reported !== null && faultSeverityOf(reported) !== null)
}

function lastByGateway(faults: readonly RecentFault[]): Map<string, number> {
  const last = new Map<string, number>()
  for (const { gatewayId, until } of faults) last.set(gatewayId, Math.max(until, last.get(gatewayId) ?? until))
  return last
}

/** Converts all rows of one appliance to one connection. The result is empty if there are no rows. */
function toConnection(rows: readonly ConnectionRow[], lastEmergencies: ReadonlyMap<string, number>): Connection[] {
  const [row] = rows
  if (!row) return []
  const lastEmergency = lastEmergencies.get(row.id)
  const connection = {
    id: row.id,
    name: row.name,
    type: row.type,
    applianceType: row.applianceType,
    gatewayStatus: row.gatewayStatus,
    statusSince: row.since?.toISOString() ?? null,
    faultCode: row.faultCode,
    severity: row.reported && faultSeverityOf(row.reported),
    lastEmergencyAt: lastEmergency === undefined ? null : new Date(lastEmergency).toISOString(),
    statusSeq: row.statusSeq,
    seq: row.statusSeq + row.serviceSeq,
    credentials: { serial: row.serial },
    role: accessRoleOf(row),
    service: {
      canEditContract: canEditServiceSettings(row),
      address: toAddress(row),
      contracts: rows.flatMap(toContract),
      seq: row.serviceSeq,
    },
  }
  return [connection]
}

// The type assertion is safe: constraints of the tables and the schema of the response ensure that the values fit the
// type.
function toContract(row: ContractColumns): ServiceContract[] {
  const { companyType, contractStatus: status, permission, hasLatestConsentVersion } = row
  if (companyType === null) return []
  const company = companyType === 'SUPPORT' ? toCompany(row) : toSupportCompany(row)
  return [{ companyType, company, status, permission, hasLatestConsentVersion } as ServiceContract]
}

function toCompany(row: ContractColumns): object {
  const address = { street: row.companyStreet, postalCode: row.companyPostalCode, city: row.companyCity }
  return withoutNulls({
    id: row.companyId,
    name: row.companyName,
    email: row.companyEmail,
    phone: row.companyPhone,
    address: withoutNulls({ ...address, country: row.companyCountry }),
  })
}

function toSupportCompany({ supportId, supportCountry, supportBrand, supportUrl }: ContractColumns): object {
  return { id: supportId, country: supportCountry, brand: supportBrand, url: supportUrl }
}

function withoutNulls(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

function toAddress({ street, postalCode, city, country }: AddressColumns): Address | null {
  if (street === null) return null
  // The type assertion is safe, because the API accepts only addresses in a `Country`. Specification 5.
  const address = { street, postalCode, city, country: country as Country }
  return address satisfies Record<keyof Address, unknown>
}
