import { type KeyObject, createHmac, sign } from 'node:crypto'

/** `id` is the same at each try, `timestamp` is that of the try, in epoch seconds. */
export type SignedMessage = { id: string; timestamp: number; body: string }

/** Secrets are `whsec_` and base64; `privateKey` is an Ed25519 key. */
export type SigningKeys = { secrets: readonly string[]; privateKey: KeyObject }

/** The headers of a message: a signature `v1` for each secret, and `v1a` by the private key. Standard Webhooks 1.0. */
export function signedHeaders({ secrets, privateKey }: SigningKeys, { id, timestamp, body }: SignedMessage) {
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
