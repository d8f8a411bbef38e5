import type { Pool } from 'pg'
import { computeDeviceKeyDigest } from '#server/registry/digests.ts'
import { testDeviceKey, testRegistryKey } from '#test/live/test-ingest.ts'

/** Returns the serial number of the gateway with this number, counted from 0. */
export function benchSerialOf(number: number): string {
  return String(500_000_000 + number)
}

/** Registers `count` gateways, so that they can connect. */
export async function registerBenchGateways(pool: Pool, count: number): Promise<void> {
  const serials = Array.from({ length: count }, (_, number) => benchSerialOf(number))
  await pool.query(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     select serial, 'rrc1', 'BOILER', 'cedar', digest, digest from unnest($1::text[], $2::bytea[]) as g (serial, digest)`,
    [serials, serials.map((serial) => computeDeviceKeyDigest(testRegistryKey, { serial, deviceKey: testDeviceKey }))],
  )
}
