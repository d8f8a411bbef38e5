import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { readTermsDocuments } from '#server/terms/terms-documents.ts'
import { computeClaimDigest, computeDeviceKeyDigest } from '#server/registry/digests.ts'
import type { LoadGateway } from './simulated-load.ts'

export const householdRegistryKey = Buffer.alloc(32, 1)
export const householdDeviceKey = 'a device key'
export const householdSticker = { access: 'ABCD1234efgh5678', userPwd: 'secret-pw' }

/**
 * A person who has accepted the terms, and a registered gateway. Unless the option `claimed` is false, the person has
 * added the gateway.
 */
export type Household = { subject: string; gateway: LoadGateway }

const { version } = (await readTermsDocuments(join(import.meta.dirname, '../../legal'))).termsOf('DE', null)
let serials = 600_000_000

export async function insertHousehold(pool: Pool, issuer: string, { claimed = true } = {}): Promise<Household> {
  const subject = randomUUID()
  const gateway = await addGateway(pool)
  const { rows } = await pool.query<{ id: string }>(
    `insert into person (issuer, subject, country) values ($1, $2, 'DE') returning id`,
    [issuer, subject],
  )
  await pool.query(
    `insert into terms_acceptance (person_id, version, locale, accepted_at) values ($1, $2, 'de', now())`,
    [rows[0]?.id, version],
  )
  if (claimed) {
    await pool.query(
      `insert into connection (person_id, gateway_id, added_at, owner_since) values ($1, $2, now(), now())`,
      [rows[0]?.id, gateway.id],
    )
  }
  return { subject, gateway }
}

async function addGateway(pool: Pool): Promise<LoadGateway> {
  const serial = String((serials += 1))
  const { access: accessCode, userPwd: userPassword } = householdSticker
  const { rows } = await pool.query<{ id: string }>(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ($1, 'rrc1', 'BOILER', 'cedar', $2, $3) returning id`,
    [
      serial,
      computeClaimDigest(householdRegistryKey, { serial, accessCode, userPassword }),
      computeDeviceKeyDigest(householdRegistryKey, { serial, deviceKey: householdDeviceKey }),
    ],
  )
  return { id: rows[0]?.id ?? '', serial }
}
