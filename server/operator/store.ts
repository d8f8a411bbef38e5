import type { PoolClient } from 'pg'
import type { ContractStatus } from '#contract/provider.ts'
import type { CompanyRow, SupportCompanyRow } from './companies-file.ts'
import type { CataloguedFault, FaultRow } from './faults-file.ts'
import type { GatewayRow } from './gateways-file.ts'

export type RegistryEntry = Pick<GatewayRow, 'serial' | 'type' | 'applianceType' | 'brand'> & {
  claimDigest: Buffer
  deviceKeyDigest: Buffer
}

type Client = Pick<PoolClient, 'query'>

/** Adds gateways, and brings the codes, type and brand of known ones up to date; who has claimed them stays. */
export async function upsertGateways(client: Client, entries: readonly RegistryEntry[]): Promise<void> {
  await client.query(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::bytea[])
     on conflict (serial) do update set type = excluded.type, appliance_type = excluded.appliance_type,
       brand = excluded.brand, claim_digest = excluded.claim_digest, device_key_digest = excluded.device_key_digest`,
    [
      entries.map(({ serial }) => serial),
      entries.map(({ type }) => type),
      entries.map(({ applianceType }) => applianceType),
      entries.map(({ brand }) => brand),
      entries.map(({ claimDigest }) => claimDigest),
      entries.map(({ deviceKeyDigest }) => deviceKeyDigest),
    ],
  )
}

export async function upsertCompanies(client: Client, companies: readonly CompanyRow[]): Promise<void> {
  await client.query(
    `insert into company (id, name, email, phone, street, postal_code, city, country, brands, accepts_automatically,
       return_addresses)
     select (c->>'id')::uuid, c->>'name', c->>'email', c->>'phone',
       array(select jsonb_array_elements_text(c->'street')), c->>'postalCode', c->>'city', c->>'country',
       array(select jsonb_array_elements_text(c->'brands')), (c->>'acceptsAutomatically')::boolean,
       array(select jsonb_array_elements_text(c->'returnAddresses'))
     from jsonb_array_elements($1::jsonb) as c
     on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
       street = excluded.street, postal_code = excluded.postal_code, city = excluded.city, country = excluded.country,
       brands = excluded.brands, accepts_automatically = excluded.accepts_automatically,
       return_addresses = excluded.return_addresses`,
    [JSON.stringify(companies.map(withStreet))],
  )
}

function withStreet({ street1, street2, ...company }: CompanyRow): object {
  return { ...company, street: street2 === null ? [street1] : [street1, street2] }
}

export async function upsertSupportCompanies(client: Client, companies: readonly SupportCompanyRow[]): Promise<void> {
  await client.query(
    `insert into support_company (id, country, brand, url)
     select (c->>'id')::uuid, c->>'country', c->>'brand', c->>'url' from jsonb_array_elements($1::jsonb) as c
     on conflict (id) do update set country = excluded.country, brand = excluded.brand, url = excluded.url`,
    [JSON.stringify(companies)],
  )
}

/** Puts each fault in the place of what was known of its code; other codes stay. */
export async function replaceFaults(client: Client, faults: readonly CataloguedFault[]): Promise<void> {
  await client.query('delete from fault_description where code = any ($1)', [faults.map(({ code }) => code)])
  await client.query(
    `insert into fault_description (code, language, severity, emergency, title, meaning, heating, self_help, call)
     select f->>'code', f->>'language', f->>'severity', (f->>'emergency')::boolean, f->>'title', f->>'meaning',
       f->>'heating', array(select jsonb_array_elements_text(f->'selfHelp')), f->>'call'
     from jsonb_array_elements($1::jsonb) as f`,
    [JSON.stringify(faults.flatMap(({ rows }): readonly FaultRow[] => rows))],
  )
}

export type StoredContract = { gatewayId: string; status: ContractStatus; hasEnded: boolean }

/**
 * A contract, read under the lock of its appliance: until the transaction ends nobody else changes its contracts. Null when
 * there is none.
 */
export async function lockContract(client: Client, contractId: string): Promise<StoredContract | null> {
  await client.query(
    'select from gateway where id = (select gateway_id from contract where id = $1) for no key update',
    [contractId],
  )
  const { rows } = await client.query<StoredContract>(
    `select gateway_id as "gatewayId", status, ended_at is not null as "hasEnded" from contract where id = $1`,
    [contractId],
  )
  return rows[0] ?? null
}

export type StoredAnswer = { contractId: string; gatewayId: string; now: Date; isAccepted: boolean }

export async function answerPending(client: Client, { contractId, now, isAccepted }: StoredAnswer): Promise<void> {
  const status: ContractStatus = isAccepted ? 'ACTIVE' : 'DECLINED'
  await client.query('update contract set status = $2, answered_at = $3 where id = $1', [contractId, status, now])
}

/** For the record of remote service. Specification 15.1. */
export async function recordAnswer(
  client: Client,
  { contractId, gatewayId, now, isAccepted }: StoredAnswer,
): Promise<void> {
  await client.query('insert into service_event (gateway_id, at, kind, contract_id) values ($1, $2, $3, $4)', [
    gatewayId,
    now,
    isAccepted ? 'contract-accepted' : 'contract-declined',
    contractId,
  ])
}

export type PendingContract = { id: string; serial: string; company: string; createdAt: Date }

/** Contracts that wait for their company, oldest first; those that were made at `until` or before. */
export async function listPending(client: Client, until: Date): Promise<PendingContract[]> {
  const { rows } = await client.query<PendingContract>(
    `select k.id, g.serial, c.name as company, k.created_at as "createdAt"
     from contract k join gateway g on g.id = k.gateway_id join company c on c.id = k.company_id
     where k.status = 'PENDING' and k.ended_at is null and k.created_at <= $1 order by k.created_at, k.id`,
    [until],
  )
  return rows
}
