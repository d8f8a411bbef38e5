import { type KeyObject, createHmac, sign } from 'node:crypto'

/** A message to sign. `id`: the same text at each try. `timestamp`: the time of this try, in epoch seconds. */
export type MessageToSign = { id: string; timestamp: number; body: string }

/** The keys of an endpoint: secrets as `whsec_` and base64, and an Ed25519 key. */
export type WebhookSigningKeys = { secrets: readonly string[]; privateKey: KeyObject }

/**
 * Returns the headers of a signed message, with a signature `v1` for each secret, and a signature `v1a` by the
 * private key. Standard Webhooks 1.0.
 */
export function createSignatureHeaders(
  { secrets, privateKey }: WebhookSigningKeys,
  { id, timestamp, body }: MessageToSign,
) {
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  signatures.push(`v1a,${sign(null, Buffer.from(signed), privateKey).toString('base64')}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
