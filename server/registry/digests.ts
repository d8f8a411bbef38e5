import { createHmac } from 'node:crypto'

/** What the sticker of a gateway says besides its serial number. */
export type ClaimSecrets = { serial: string; accessCode: string; userPassword: string }

export type DeviceSecret = { serial: string; deviceKey: string }

/**
 * What the registry keeps of a sticker: 32 bytes, HMAC-SHA-256 under the registry's key. Specification 13.5.
 * The parts are taken as they are: normalise what a person typed before.
 */
export function claimDigest(key: Buffer, { serial, accessCode, userPassword }: ClaimSecrets): Buffer {
  return digest(key, ['claim', serial, accessCode, userPassword])
}

/** What the registry keeps of the key with which a gateway signs in over MQTT: 32 bytes. Specification 13.5. */
export function deviceKeyDigest(key: Buffer, { serial, deviceKey }: DeviceSecret): Buffer {
  return digest(key, ['device-key', serial, deviceKey])
}

// A zero byte ends each part, and none can hold one: two lists of parts never read the same.
function digest(key: Buffer, parts: string[]): Buffer {
  return createHmac('sha256', key).update(parts.map(withoutZero).join('\0')).digest()
}

function withoutZero(part: string): string {
  return part.replaceAll('\0', '\uFFFD')
}
