import type { Pool } from 'pg'
import { registerBenchGateways } from '../bench-gateways.ts'

export const benchIssuer = 'http://127.0.0.1'

/**
 * Inserts people with one gateway each, and their subscriptions. A person has the same number as the gateway, from 0.
 */
export async function insertSubscriptionData(pool: Pool, people: number): Promise<void> {
  await registerBenchGateways(pool, people)
  for (const text of statements) await pool.query(text)
  await pool.query('vacuum (analyze, freeze)')
}

const numbered = '(select id, row_number() over (order by serial) - 1 as n from gateway) g'

const statements = [
  `insert into person (id, issuer, subject)
   select md5('p' || n)::uuid, '${benchIssuer}', 'person-' || n from ${numbered}`,
  `insert into connection (person_id, gateway_id, added_at, owner_since)
   select md5('p' || n)::uuid, id, now(), now() from ${numbered}`,
  `insert into subscription (person_id, gateway_id, units)
   select md5('p' || n)::uuid, id, array['status'] from ${numbered}`,
]

export async function readGatewayIds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from gateway order by serial')
  return rows.map(({ id }) => id)
}
