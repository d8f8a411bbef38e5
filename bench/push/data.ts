import type { Pool } from 'pg'
import { deviceKeyDigest } from '#server/registry/digests.ts'

export const issuer = 'http://127.0.0.1'
export const pushRegistryKey = Buffer.alloc(32, 1)
export const pushDeviceKey = 'a device key'

/** Nine digits. */
export function pushSerialOf(number: number): string {
  return String(number).padStart(9, '0')
}

/** People with one gateway each, of which they want to hear; keys follow from numbers. */
export async function fillSubscriptions(pool: Pool, people: number): Promise<void> {
  for (const text of statements) await pool.query(text.replaceAll(':people', String(people)))
  const serials = Array.from({ length: people }, (_, index) => pushSerialOf(index + 1))
  const digests = serials.map((serial) => deviceKeyDigest(pushRegistryKey, { serial, deviceKey: pushDeviceKey }))
  await pool.query(
    `update gateway set device_key_digest = known.digest from unnest($1::text[], $2::bytea[]) as known (serial, digest)
     where gateway.serial = known.serial`,
    [serials, digests],
  )
  await pool.query('vacuum (analyze, freeze)')
}

const statements = [
  `insert into person (id, issuer, subject)
   select md5('p' || n)::uuid, '${issuer}', 'person-' || n from generate_series(1, :people) n`,
  `insert into gateway (id, serial, type, appliance_type, brand, claim_digest, device_key_digest)
   select md5('g' || n)::uuid, lpad(n::text, 9, '0'), 'rrc1', 'BOILER', 'cedar', sha256(n::text::bytea), sha256(n::text::bytea)
   from generate_series(1, :people) n`,
  `insert into connection (person_id, gateway_id, added_at, owner_since)
   select md5('p' || n)::uuid, md5('g' || n)::uuid, now(), now() from generate_series(1, :people) n`,
  `insert into subscription (person_id, gateway_id, units)
   select md5('p' || n)::uuid, md5('g' || n)::uuid, array['status'] from generate_series(1, :people) n`,
]

export async function gatewayIds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from gateway order by serial')
  return rows.map(({ id }) => id)
}
