import type { PoolClient } from 'pg'
import type { CompanyRow, SupportCompanyRow } from './companies-file.ts'
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
    `insert into company (id, name, email, phone, street, postal_code, city, country, brands, accepts_automatically)
     select (c->>'id')::uuid, c->>'name', c->>'email', c->>'phone',
       array(select jsonb_array_elements_text(c->'street')), c->>'postalCode', c->>'city', c->>'country',
       array(select jsonb_array_elements_text(c->'brands')), (c->>'acceptsAutomatically')::boolean
     from jsonb_array_elements($1::jsonb) as c
     on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone,
       street = excluded.street, postal_code = excluded.postal_code, city = excluded.city, country = excluded.country,
       brands = excluded.brands, accepts_automatically = excluded.accepts_automatically`,
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
