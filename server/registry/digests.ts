import { type KeyObject, createHmac } from 'node:crypto'

/** The secrets on the sticker of a gateway, and the serial number of the gateway. */
export type ClaimSecrets = { serial: string; accessCode: string; userPassword: string }

/**
 * The key of the registry. For many digests, a `KeyObject` is faster than a Buffer, which Node converts to a
 * `KeyObject` at each call.
 */
type RegistryKey = Buffer | KeyObject

export type DeviceSecret = { serial: string; deviceKey: string }

/**
 * Returns the stored digest of a sticker: 32 bytes, HMAC-SHA-256 with the registry's key. The caller must first
 * normalise typed values. Specification 13.5.
 */
export function computeClaimDigest(key: RegistryKey, { serial, accessCode, userPassword }: ClaimSecrets): Buffer {
  return digest(key, ['claim', serial, accessCode, userPassword])
}

/** Returns the stored digest of the device key for MQTT: 32 bytes. Specification 13.5. */
export function computeDeviceKeyDigest(key: RegistryKey, { serial, deviceKey }: DeviceSecret): Buffer {
  return digest(key, ['device-key', serial, deviceKey])
}

// Computes a digest. A zero byte separates the parts. A zero byte in a part is replaced, so that a part cannot contain
// the separator.
function digest(key: RegistryKey, parts: string[]): Buffer {
  return createHmac('sha256', key).update(parts.map(withoutZero).join('\0')).digest()
}

function withoutZero(part: string): string {
  return part.replaceAll('\0', '\uFFFD')
}
