import { type KeyObject, createHmac } from 'node:crypto'

/** What the sticker of a gateway says besides its serial number. */
export type ClaimSecrets = { serial: string; accessCode: string; userPassword: string }

/** A `KeyObject` for who needs many digests: bytes are made into one for each. */
type RegistryKey = Buffer | KeyObject

export type DeviceSecret = { serial: string; deviceKey: string }

/**
 * What the registry keeps of a sticker: 32 bytes, HMAC-SHA-256 under the registry's key. Specification 13.5.
 * The parts are taken as they are: normalise what a person typed before.
 */
export function claimDigest(key: RegistryKey, { serial, accessCode, userPassword }: ClaimSecrets): Buffer {
  return digest(key, ['claim', serial, accessCode, userPassword])
}

/** What the registry keeps of the key with which a gateway signs in over MQTT: 32 bytes. Specification 13.5. */
export function deviceKeyDigest(key: RegistryKey, { serial, deviceKey }: DeviceSecret): Buffer {
  return digest(key, ['device-key', serial, deviceKey])
}

// A zero byte ends each part, and none can hold one: two lists of parts never read the same.
function digest(key: RegistryKey, parts: string[]): Buffer {
  return createHmac('sha256', key).update(parts.map(withoutZero).join('\0')).digest()
}

function withoutZero(part: string): string {
  return part.replaceAll('\0', '\uFFFD')
}
