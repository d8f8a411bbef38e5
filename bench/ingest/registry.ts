import type { Pool } from 'pg'
import { deviceKeyDigest } from '#server/registry/digests.ts'

export const ingestRegistryKey = Buffer.alloc(32, 1)

export const ingestDeviceKey = 'a device key of the bench'

export function ingestSerialOf(device: number): string {
  return String(500_000_000 + device)
}

/** Registers `devices` gateways. */
export async function fillRegistry(pool: Pool, devices: number): Promise<void> {
  const serials = Array.from({ length: devices }, (_, device) => ingestSerialOf(device))
  await pool.query(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     select serial, 'rrc1', 'BOILER', 'cedar', digest, digest from unnest($1::text[], $2::bytea[]) as g (serial, digest)`,
    [serials, serials.map((serial) => deviceKeyDigest(ingestRegistryKey, { serial, deviceKey: ingestDeviceKey }))],
  )
}
