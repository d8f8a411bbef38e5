import { createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import { computeDeviceKeyDigest, type DeviceSecret } from '#server/registry/digests.ts'
import { createBatcher } from '#server/batcher.ts'
import { findGatewayCredentials, type GatewayCredential } from './store.ts'

export type SignedInGateway = { gatewayId: string; serial: string }

/**
 * Checks the serial number and the device key of a gateway. Returns undefined if the gateway is not registered or the
 * key is wrong. Rejects if the registry cannot be read.
 */
export type GatewaySignInCheck = (secret: DeviceSecret) => Promise<SignedInGateway | undefined>

const maxBatch = 500
const maxWaiting = 20_000
/**
 * Groups sign-ins, because a query for many gateways costs about the same as a query for one. After the loss of a
 * listener, many gateways sign in at the same time.
 */
const batchingOptions = { minIntervalMs: 10, fullSize: 100 }
const maxSerialLength = 64
const maxKeyLength = 1024

/**
 * Creates the function that checks sign-ins against the registry. The MQTT user name is the serial number, and the
 * password is the device key. Specification 14.5.
 */
export function createGatewaySignInCheck(pool: Pool, registryKey: Buffer): GatewaySignInCheck {
  const key = createSecretKey(registryKey)
  const run = (serials: readonly string[]) => lookup(pool, serials)
  const lookups = createBatcher({ run, maxBatch, maxWaiting, batching: batchingOptions })
  return async (secret) => {
    if (!hasPossibleForm(secret)) return undefined
    const credential = await lookups.add(secret.serial)
    return matches(computeDeviceKeyDigest(key, secret), credential) ? credential : undefined
  }
}

// Whether a sign-in can be right. PostgreSQL rejects U+0000, so one such serial number would fail the query for all
// grouped sign-ins.
function hasPossibleForm({ serial, deviceKey }: DeviceSecret): boolean {
  return serial.length <= maxSerialLength && deviceKey.length <= maxKeyLength && !serial.includes('\0')
}

async function lookup(pool: Pool, serials: readonly string[]): Promise<(GatewayCredential | undefined)[]> {
  const gatewayCredentials = await findGatewayCredentials(pool, [...new Set(serials)])
  const bySerial = new Map(gatewayCredentials.map((credential) => [credential.serial, credential]))
  return serials.map((serial) => bySerial.get(serial))
}

const noDigest = Buffer.alloc(32)

function matches(digest: Buffer, credential: GatewayCredential | undefined): credential is GatewayCredential {
  return timingSafeEqual(digest, credential?.digest ?? noDigest) && credential !== undefined
}
