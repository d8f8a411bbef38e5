import { createHmac } from 'node:crypto'

/** `id` is the same at each try, `timestamp` is that of the try, in epoch seconds. */
export type SignedMessage = { id: string; timestamp: number; body: string }

/** The headers of a message, with a signature for each secret (`whsec_` and base64). Standard Webhooks 1.0. */
export function signedHeaders(secrets: readonly string[], { id, timestamp, body }: SignedMessage) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
