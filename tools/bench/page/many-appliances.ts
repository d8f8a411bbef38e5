import { workOnDatabase } from '../database.ts'

/**
 * Adds appliances to somebody's list, as an owner of many has them: of three types, with addresses, a service provider
 * and a status; one of twenty needs attention, one of fifty has never reported. `email`: as at the sign-in.
 */
export async function addAppliances(url: string, { email, count }: { email: string; count: number }): Promise<void> {
  await workOnDatabase(url, async (pool) => {
    for (const text of statements) await pool.query(text, [email, count].slice(0, text.includes('$2') ? 2 : 1))
  })
}

const ids = `select g.id, g.serial, right(g.serial, 4)::int as n, p.id as person_id
   from gateway g, person p where g.serial like '77000%' and p.email = $1`

const statements = [
  `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
   select '77000' || lpad(n::text, 4, '0'), 'rrc1', (array['BOILER', 'HP', 'HYBRID'])[n % 3 + 1], 'cedar',
     sha256(n::text::bytea), sha256(n::text::bytea)
   from generate_series(1, $2::int) n where $1 <> ''`,
  `insert into connection (person_id, gateway_id, added_at, owner_since, name)
   select person_id, id, now() - n * interval '1 hour', now() - n * interval '1 hour',
     case when n % 4 = 0 then 'Holiday flat ' || n end
   from (${ids}) as each`,
  `insert into address
   select id, array['Lindenstraße ' || n], '10115', (array['Berlin', 'Potsdam', 'Köln'])[n % 3 + 1], 'DE' from (${ids}) as each`,
  `insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language, consented_at, created_at)
   select id, 'SUPPORT', (select id from company where 'cedar' = any (brands) and country = 'DE' order by id limit 1),
     'ACTIVE', 'FULL_ACCESS', '1', 'de', now(), now() from (${ids}) as each`,
  `insert into gateway_status (gateway_id, status, reported, since, reported_at, last_seen_at, seq, fault_code)
   select id, said, said, now() - interval '2 hours', now(), now(), n, case said when 'ERROR' then 'E104' end
   from (select *, case when n % 40 = 0 then 'ERROR' when n % 40 = 20 then 'WARNING' else 'WORKING' end as said
     from (${ids}) as each) as told where n % 50 <> 7`,
]
