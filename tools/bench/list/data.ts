import type { Pool } from 'pg'
import { readTermsDocuments } from '#server/terms/terms-documents.ts'
import { runWithDatabasePool } from '../../database-pool.ts'

export const connectionsPerPerson = 5

/**
 * Inserts gateways, five for each person, each with an address, a service provider and a status. All people have
 * accepted the terms. The ids are computed from numbers.
 */
export async function insertListData(
  url: string,
  { issuer, gateways }: { issuer: string; gateways: number },
): Promise<void> {
  const people = gateways / connectionsPerPerson
  const { version: terms } = (await readTermsDocuments('legal')).termsOf('DE', null)
  const written = statements.map((text) =>
    text
      .replaceAll(':gateways', String(gateways))
      .replaceAll(':people', String(people))
      .replace(':issuer', issuer)
      .replace(':terms', terms),
  )
  await runWithDatabasePool(url, async (pool) => {
    for (const text of [...written, 'vacuum (analyze, freeze)']) await pool.query(text)
  })
}

const statements = [
  `create function uuid_of(name text) returns uuid immutable language sql as $$
     select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$`,
  `insert into person (id, issuer, subject, country)
   select uuid_of('p' || n), ':issuer', 'person-' || n, 'DE' from generate_series(1, :people) n`,
  `insert into terms_acceptance select id, ':terms', 'de-DE', now() from person`,
  `insert into company
   select uuid_of('c' || n), 'Heizung ' || n, 'info@' || n || '.example', '+49 30 123456', array['Ring ' || n], '10115',
     'Berlin', 'DE', array['cedar'], true from generate_series(1, 100) n`,
  `insert into gateway (id, serial, type, appliance_type, brand, claim_digest, device_key_digest)
   select uuid_of('g' || n), lpad(n::text, 9, '0'), 'rrc1', 'BOILER', 'cedar', sha256(n::text::bytea), sha256(n::text::bytea)
   from generate_series(1, :gateways) n`,
  `insert into connection
   select uuid_of('p' || (n % :people + 1)), uuid_of('g' || n), now() - n * interval '1 second', now()
   from generate_series(1, :gateways) n`,
  `insert into address
   select uuid_of('g' || n), array['Lindenstraße ' || n], '10115', 'Berlin', 'DE' from generate_series(1, :gateways) n`,
  `insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language, consented_at, created_at)
   select uuid_of('g' || n), 'SUPPORT', uuid_of('c' || (n % 100 + 1)), 'ACTIVE', 'FULL_ACCESS', '1', 'de', now(), now()
   from generate_series(1, :gateways) n`,
  `insert into gateway_status (gateway_id, status, reported, since, reported_at, last_seen_at, seq)
   select uuid_of('g' || n), 'WORKING', 'WORKING', now(), now(), now(), n from generate_series(1, :gateways) n`,
]

/**
 * Inserts two faults of each gateway that ended long ago. One gateway in a hundred also had an emergency that ended an
 * hour ago. Another gateway in a hundred now has a fault that is not an emergency. The fault catalogue has both codes.
 */
export async function insertFaults(url: string, gateways: number): Promise<void> {
  await runWithDatabasePool(url, async (pool) => {
    for (const text of faultStatements) await pool.query(text.replaceAll(':gateways', String(gateways)))
  })
}

/**
 * Returns an SQL condition that selects one gateway in a hundred by a hash of its number `n`. The lists of a small
 * and of a large database then have the same share of selected gateways.
 */
const isOneInHundred = (rest: number): string => `abs(hashint4(n)::bigint) % 100 = ${rest}`

const faultStatements = [
  `insert into fault_description
   select code, 'en', 'ERROR', code = 'G901', code, code, code, '{}', code from unnest(array['G901', 'E104']) code`,
  `insert into fault_change (gateway_id, at, code, severity)
   select uuid_of('g' || n), date_trunc('milliseconds', now()) - days * interval '1 day' + hour * interval '1 hour',
     case when hour = 0 then 'E104' end, case when hour = 0 then 'ERROR' end
   from generate_series(1, :gateways) n, unnest(array[200, 100]) days, generate_series(0, 1) hour`,
  `insert into fault_change (gateway_id, at, code, severity)
   select uuid_of('g' || n), date_trunc('milliseconds', now()) - hours * interval '1 hour', case when hours = 2 then 'G901' end, case when hours = 2 then 'ERROR' end
   from generate_series(1, :gateways) n, unnest(array[2, 1]) hours where ${isOneInHundred(50)}`,
  `update gateway_status set status = 'ERROR', reported = 'ERROR', fault_code = 'E104', since = now() - interval '30 hours',
     last_seen_at = now() - interval '30 hours'
   where gateway_id in (select uuid_of('g' || n) from generate_series(1, :gateways) n where ${isOneInHundred(0)})`,
  `update gateway_status set fault_changed_at = now() - interval '1 hour'
   where gateway_id in (select uuid_of('g' || n) from generate_series(1, :gateways) n where ${isOneInHundred(50)})`,
  'vacuum (analyze, freeze)',
]

export type GatewayWithOwner = { gatewayId: string; personId: string }

/** Reads the gateway with this number, counted from 1. */
export async function readGatewayWithOwner(pool: Pool, number: number): Promise<GatewayWithOwner> {
  const { rows } = await pool.query<GatewayWithOwner>(
    `select gateway_id as "gatewayId", person_id as "personId" from connection where gateway_id = uuid_of('g' || $1::int)`,
    [number],
  )
  if (!rows[0]) throw new Error(`There is no gateway ${number}`)
  return rows[0]
}

/** Returns the subjects of `count` people, evenly spread over all people. */
export function pickSubjects(gateways: number, count: number): string[] {
  const people = gateways / connectionsPerPerson
  return Array.from({ length: count }, (_, index) => `person-${1 + Math.floor((index * people) / count)}`)
}
