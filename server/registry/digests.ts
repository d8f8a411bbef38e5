import { type KeyObject, createHmac } from 'node:crypto'

/** The secrets on the sticker of a gateway, with its serial number. */
export type ClaimSecrets = { serial: string; accessCode: string; userPassword: string }

/** A `KeyObject` is faster for many digests, because a Buffer is converted to one at each call. */
type RegistryKey = Buffer | KeyObject

export type DeviceSecret = { serial: string; deviceKey: string }

/**
 * The stored digest of a sticker: 32 bytes, HMAC-SHA-256 under the registry's key. Specification 13.5.
 * The parts are used unchanged, so normalise typed values before.
 */
export function claimDigest(key: RegistryKey, { serial, accessCode, userPassword }: ClaimSecrets): Buffer {
  return digest(key, ['claim', serial, accessCode, userPassword])
}

/** The stored digest of the device key for MQTT: 32 bytes. Specification 13.5. */
export function deviceKeyDigest(key: RegistryKey, { serial, deviceKey }: DeviceSecret): Buffer {
  return digest(key, ['device-key', serial, deviceKey])
}

// A zero byte, which no part contains, ends each part, so that different lists never have the same bytes.
function digest(key: RegistryKey, parts: string[]): Buffer {
  return createHmac('sha256', key).update(parts.map(withoutZero).join('\0')).digest()
}

function withoutZero(part: string): string {
  return part.replaceAll('\0', '\uFFFD')
}
