import type { AddressWrite } from '#contract/address-form.ts'
import type { Address, AddressRow } from '#contract/address.ts'
import type { Connection, GatewayType } from '#contract/appliance.ts'
import type { Country } from '#contract/countries.ts'
import { severityOf } from '#contract/faults.ts'
import type { Clock } from '#server/clock.ts'
import { type Queryable, execute, prepared, readFirst, readOne, readRows, sql } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { accessInForce } from '#server/database/access-in-force.ts'
import type { PersonKey } from '#server/identity/store.ts'
import { canEdit, roleOf } from './policy.ts'

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
  recentFaults: RecentFault[] | null
} & AddressColumns &
  ContractColumns

type ServiceContract = Connection['service']['contracts'][number]

/** One contract of the appliance, and the company that it is with. All null where it has none. */
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

/** A fault of the last 24 hours; `until` in epoch ms, for an ongoing fault now. */
type RecentFault = { code: string; until: number }

/** All null if the appliance has no address. The check of statements reports a missing field of the contract. */
type AddressColumns = AddressRow | Record<keyof Address, null>

const dayMs = 24 * 60 * 60_000

/** `now` in epoch ms. */
const columns = (consentVersion: string, now: number) => sql`
  g.id, c.name, g.serial, g.type, g.appliance_type as "applianceType",
  coalesce(s.status, 'UNKNOWN') as "gatewayStatus", s.reported, s.fault_code as "faultCode",
  case when s.since is not null then greatest(s.since, c.added_at) end as since,
  c.owner_since as "ownerSince", c.co_owner_since as "coOwnerSince",
  coalesce(s.seq, 0)::float8 as "statusSeq", c.seq::float8 as "serviceSeq",
  a.street, a.postal_code as "postalCode", a.city, a.country,
  (
    select json_agg(json_build_object('code', f.code, 'until', round(date_part('epoch', f.until) * 1000)))
    from (
      select code, coalesce(lead(at) over (order by at, id), ${new Date(now)}::timestamptz) as until
      from fault_change
      where gateway_id = g.id and at >= coalesce((
        select max(at) from fault_change where gateway_id = g.id and at <= ${new Date(now - dayMs)}::timestamptz
      ), '-infinity')
    ) f
    where f.code is not null and f.until > greatest(${new Date(now - dayMs)}::timestamptz, c.added_at)
  ) as "recentFaults",
  k.company_type as "companyType", k.status as "contractStatus", k.permission,
  k.consent_version = ${consentVersion} as "hasLatestConsentVersion",
  o.id as "companyId", o.name as "companyName", o.email as "companyEmail", o.phone as "companyPhone",
  o.street as "companyStreet", o.postal_code as "companyPostalCode", o.city as "companyCity", o.country as "companyCountry",
  u.id as "supportId", u.country as "supportCountry", u.brand as "supportBrand", u.url as "supportUrl"`

/** A row for each contract of an appliance: joined flat, they cost less than gathered for each row. */
const tables = sql`
  person p
  join connection c on c.person_id = p.id
  join gateway g on g.id = c.gateway_id
  left join gateway_status s on s.gateway_id = g.id
  left join address a on a.gateway_id = g.id
  left join contract k on k.gateway_id = g.id and k.ended_at is null
  left join company o on o.id = k.company_id
  left join support_company u on u.id = k.support_company_id`

export type ApplianceStore = ReturnType<typeof createApplianceStore>

export type ApplianceStoreDependencies = {
  db: Queryable
  clock: Clock
  /** The current version, with which contracts are compared. */
  consentVersion: string
  /** Finds which of these fault codes are emergencies. */
  findEmergencies(db: Queryable, codes: readonly string[]): Promise<ReadonlySet<string>>
}

/** Reads connections in the form for their person. */
export function createApplianceStore({ db, clock, consentVersion, findEmergencies }: ApplianceStoreDependencies) {
  return {
    /** Newest first by the time this person added them; of these brands, or of all. */
    list: async ({ issuer, subject }: PersonKey, brands: readonly string[] | null): Promise<Connection[]> => {
      const list = sql<ConnectionRow>`
        select ${columns(consentVersion, clock.now())} from ${tables}
        where p.issuer = ${issuer} and p.subject = ${subject} and ${accessInForce(clock.now())}
          and (${brands}::text[] is null or g.brand = any (${brands}::text[]))
        order by c.added_at desc, g.serial, k.company_type`
      return toConnections(await readRows(db, prepared('list-connections', list)))
    },

    find: async (
      { issuer, subject }: PersonKey,
      id: string,
      brands: readonly string[] | null,
    ): Promise<Connection | null> => {
      const one = sql<ConnectionRow>`
        select ${columns(consentVersion, clock.now())} from ${tables}
        where p.issuer = ${issuer} and p.subject = ${subject} and ${accessInForce(clock.now())}
          and (${brands}::text[] is null or g.brand = any (${brands}::text[])) and g.id = ${id}
        order by k.company_type`
      const [connection] = await toConnections(await readRows(db, prepared('read-connection', one)))
      return connection ?? null
    },
  }

  async function toConnections(rows: readonly ConnectionRow[]): Promise<Connection[]> {
    const codes = new Set(rows.flatMap(({ recentFaults }) => recentFaults?.map(({ code }) => code) ?? []))
    const emergencies = await findEmergencies(db, [...codes])
    const ofEach = Map.groupBy(rows, ({ id }) => id)
    return [...ofEach.values()].flatMap((ofOne) => toConnection(ofOne, emergencies))
  }
}

/** `rows`: all of one appliance. */
function toConnection(rows: readonly ConnectionRow[], emergencies: ReadonlySet<string>): Connection[] {
  const [row] = rows
  if (!row) return []
  const connection = {
    id: row.id,
    name: row.name,
    type: row.type,
    applianceType: row.applianceType,
    gatewayStatus: row.gatewayStatus,
    statusSince: row.since?.toISOString() ?? null,
    faultCode: row.faultCode,
    severity: row.reported && severityOf(row.reported),
    lastEmergencyAt: lastOf(row.recentFaults ?? [], emergencies),
    statusSeq: row.statusSeq,
    seq: row.statusSeq + row.serviceSeq,
    credentials: { serial: row.serial },
    role: roleOf(row),
    service: {
      canEditContract: canEdit(row),
      address: toAddress(row),
      contracts: rows.flatMap(toContract),
      seq: row.serviceSeq,
    },
  }
  return [connection]
}

// What the columns may hold is held to the contract by constraints of the tables and by the schema of the answer.
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

/** When an emergency among these faults was last reported, RFC 3339; null for none. */
function lastOf(faults: readonly RecentFault[], emergencies: ReadonlySet<string>): string | null {
  const moments = faults.filter(({ code }) => emergencies.has(code)).map(({ until }) => until)
  return moments.length === 0 ? null : new Date(Math.max(...moments)).toISOString()
}

function toAddress({ street, postalCode, city, country }: AddressColumns): Address | null {
  if (street === null) return null
  // The address form only accepts countries of the contract. Specification 5.
  const address = { street, postalCode, city, country: country as Country }
  return address satisfies Record<keyof Address, unknown>
}

export type RegisteredGateway = { id: string; type: GatewayType; brand: string; claimDigest: Buffer }

/** A registered gateway, before any check of rights. */
export async function findRegistered(db: Queryable, serial: string): Promise<RegisteredGateway | null> {
  const gateway = sql<RegisteredGateway>`
    select id, type, brand, claim_digest as "claimDigest" from gateway where serial = ${serial}`
  return readFirst(db, prepared('find-registered-gateway', gateway))
}

/**
 * A person who has a gateway in their list since `addedAt`. `ownerSince` and `coOwnerSince` are both null for a viewer.
 * The access ends at `endsAt`, null for no end. An owner sees faults from `faultsSince` on if an earlier owner shared
 * them, otherwise it is null.
 */
export type Holder = {
  personId: string
  addedAt: Date
  ownerSince: Date | null
  coOwnerSince: Date | null
  endsAt: Date | null
  faultsSince: Date | null
}

const holderColumns = sql`
  c.person_id as "personId", c.added_at as "addedAt", c.owner_since as "ownerSince",
  c.co_owner_since as "coOwnerSince", c.ends_at as "endsAt", c.faults_since as "faultsSince"`

/** One person on one gateway. `now` in epoch ms. */
export type HeldGateway = { gatewayId: string; personId: string; now: number }

/** A person's link to a gateway, null if there is none or if it has ended. */
export async function findHolder(db: Queryable, { gatewayId, personId, now }: HeldGateway): Promise<Holder | null> {
  const holder = sql<Holder>`
    select ${holderColumns} from connection c
    where c.gateway_id = ${gatewayId} and c.person_id = ${personId} and ${accessInForce(now)}`
  return readFirst(db, prepared('find-holder', holder))
}

/**
 * All holders of the gateway whose access has not ended by `now` (epoch ms), under a lock: nobody else adds or removes
 * it before the transaction ends. Reports of the gateway do not wait for the lock, because they only need its key.
 */
export async function lockHolders(transaction: Transaction, gatewayId: string, now: number): Promise<Holder[]> {
  await execute(transaction, sql`select from gateway where id = ${gatewayId} for no key update`)
  return readRows(
    transaction,
    sql<Holder>`
      select ${holderColumns} from connection c where c.gateway_id = ${gatewayId} and ${accessInForce(now)}`,
  )
}

/** Adds a holder. An earlier access that has ended goes, with everything that belonged to it. */
export async function insertHolder(
  transaction: Transaction,
  { gatewayId, ...holder }: Holder & { gatewayId: string },
): Promise<void> {
  const { personId, addedAt, ownerSince, coOwnerSince, endsAt, faultsSince } = holder
  await removeHolder(transaction, gatewayId, personId)
  await execute(
    transaction,
    sql`
      insert into connection (person_id, gateway_id, added_at, owner_since, co_owner_since, ends_at, faults_since, seq)
      values (${personId}, ${gatewayId}, ${addedAt}, ${ownerSince}, ${coOwnerSince}, ${endsAt}, ${faultsSince},
        nextval('change_seq'))`,
  )
}

/** Removes all holders, so that an owner can start with an empty list. Specification 13.6. */
export async function removeHolders(transaction: Transaction, gatewayId: string): Promise<void> {
  await execute(transaction, sql`delete from connection where gateway_id = ${gatewayId}`)
}

/** Makes all co-owners viewers, because the owner whose rights they shared leaves. Specification 13.6. */
export async function demoteCoOwners(transaction: Transaction, gatewayId: string): Promise<void> {
  await execute(
    transaction,
    sql`update connection set co_owner_since = null where gateway_id = ${gatewayId} and co_owner_since is not null`,
  )
}

/** Lets the time of these people begin now, as that of a new owner does. They keep their roles. */
export async function restartAccess(
  transaction: Transaction,
  { gatewayId, personIds, now }: { gatewayId: string; personIds: readonly string[]; now: Date },
): Promise<void> {
  await execute(
    transaction,
    sql`
      update connection set added_at = ${now}, co_owner_since = case when co_owner_since is not null then ${now}::timestamptz end
      where gateway_id = ${gatewayId} and person_id = any (${[...personIds]}::uuid[])`,
  )
}

export async function removeHolder(transaction: Transaction, gatewayId: string, personId: string): Promise<void> {
  await execute(transaction, sql`delete from connection where gateway_id = ${gatewayId} and person_id = ${personId}`)
}

/** A new name of a gateway for one person. */
export type NewName = { gatewayId: string; personId: string; name: string | null }

/** Returns whether the name has changed. */
export async function updateName(transaction: Transaction, { gatewayId, personId, name }: NewName): Promise<boolean> {
  const renaming = sql`
    update connection set name = ${name}
    where gateway_id = ${gatewayId} and person_id = ${personId} and name is distinct from ${name}`
  return (await execute(transaction, renaming)) > 0
}

export async function readAddress(transaction: Transaction, gatewayId: string): Promise<AddressRow | null> {
  return readFirst(
    transaction,
    sql<AddressRow>`
      select street, postal_code as "postalCode", city, country from address where gateway_id = ${gatewayId}`,
  )
}

export async function upsertAddress(transaction: Transaction, gatewayId: string, address: AddressWrite): Promise<void> {
  const { street, postalCode, city, country } = address
  // A field that is not kept is an error of types.
  const kept = { street, postalCode, city, country } satisfies Record<keyof AddressWrite, unknown>
  await execute(
    transaction,
    sql`
      insert into address (gateway_id, street, postal_code, city, country)
      values (${gatewayId}, ${kept.street}, ${kept.postalCode}, ${kept.city}, ${kept.country})
      on conflict (gateway_id) do update set street = excluded.street, postal_code = excluded.postal_code,
        city = excluded.city, country = excluded.country`,
  )
}

/** Whether a company serves the appliance or was requested: a declined contract does not count. Specification 13. */
export async function hasContractInForce(transaction: Transaction, gatewayId: string): Promise<boolean> {
  const contracts = sql`
    select from contract where gateway_id = ${gatewayId} and ended_at is null and status <> 'DECLINED' limit 1`
  return (await execute(transaction, contracts)) > 0
}

/** The person who changed the service settings of an appliance, and the time. */
export type ServiceAction = { gatewayId: string; personId: string; now: Date }

/** The end of the service of an appliance. `personId` is the person who ended it, null for nobody. */
export type ServiceEnd = Omit<ServiceAction, 'personId'> & { personId: string | null }

/** Deletes the address and ends every contract of an appliance whose owner leaves. Specification 13.6. */
export async function endService(transaction: Transaction, action: ServiceEnd): Promise<void> {
  const { gatewayId, personId, now } = action
  await execute(
    transaction,
    sql`
      with erased as (delete from address where gateway_id = ${gatewayId} returning gateway_id)
      insert into service_event (gateway_id, at, kind, person_id)
      select gateway_id, ${now}, 'address-erased', ${personId} from erased`,
  )
  await endContracts(transaction, action)
}

/** Ends every contract, and with it the consent. */
export async function endContracts(transaction: Transaction, { gatewayId, personId, now }: ServiceEnd): Promise<void> {
  await execute(
    transaction,
    sql`
      with ended as (
        update contract set ended_at = ${now}, ended_by = ${personId}
        where gateway_id = ${gatewayId} and ended_at is null returning id
      )
      insert into service_event (gateway_id, at, kind, contract_id, person_id)
      select ${gatewayId}, ${now}, 'contract-ended', id, ${personId} from ended`,
  )
}

export type ServiceEvent =
  | { kind: 'address-added' | 'address-changed' }
  | { kind: 'contract-added' | 'contract-replaced' | 'contract-ended' | 'consent-renewed'; contractId: string }

/** Records a person's change of the service settings, for the record of remote service. Specification 15.1. */
export async function recordServiceEvent(
  transaction: Transaction,
  { gatewayId, personId, now }: ServiceAction,
  event: ServiceEvent,
): Promise<void> {
  const contractId = 'contractId' in event ? event.contractId : null
  await execute(
    transaction,
    sql`
      insert into service_event (gateway_id, at, kind, contract_id, person_id)
      values (${gatewayId}, ${now}, ${event.kind}, ${contractId}, ${personId})`,
  )
}

export type RegisteredAs = { serial: string; brand: string }

/** The registration of a gateway: country rules use its brand (Specification 13.8), export files its serial number. */
export async function readRegistration(transaction: Transaction, gatewayId: string): Promise<RegisteredAs> {
  return readOne(transaction, sql<RegisteredAs>`select serial, brand from gateway where id = ${gatewayId}`)
}

/** Limits the time of all statements in the transaction. */
export async function limitStatements(transaction: Transaction, ms: number): Promise<void> {
  await execute(transaction, sql`select set_config('statement_timeout', ${String(ms)}, true)`)
}
