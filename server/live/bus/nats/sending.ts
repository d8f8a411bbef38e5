import type { NatsConnection } from '@nats-io/transport-node'
import type { Log } from '#server/log.ts'
import type { NatsMetrics } from './metrics.ts'

/** A text on a subject; `messages`: the number of messages in it. */
export type NatsText = { subject: string; text: string; messages: number }

export type Sending = {
  /** Sends without waiting, or drops the text if there is no connection, or the server is too slow. */
  send(connection: NatsConnection | null, text: NatsText): void
  /** A new or lost connection has nothing to confirm. */
  restart(): void
}

/** The limit for unconfirmed bytes; above it NATS is too slow, and further messages are dropped. */
const maxUnconfirmedBytes = 16 * 1024 * 1024
const confirmEveryBytes = 1024 * 1024

/** Sends texts to NATS, and asks now and then how far the server has read. */
export function createSending({ metrics, log }: { metrics: NatsMetrics; log: Log }): Sending {
  let sentBytes = 0
  let confirmedBytes = 0
  let isConfirming = false

  function send(connection: NatsConnection | null, { subject, text, messages }: NatsText): void {
    const bytes = subject.length + text.length
    if (!connection || sentBytes - confirmedBytes > maxUnconfirmedBytes) {
      metrics.unsent.inc(messages)
      return
    }
    try {
      connection.publish(subject, text)
    } catch (error) {
      metrics.unsent.inc(messages)
      return log.warn({ err: error, subject, bytes }, 'NATS does not accept a message')
    }
    metrics.sent.inc(messages)
    sentBytes += bytes
    if (sentBytes - confirmedBytes > confirmEveryBytes && !isConfirming) confirm(connection, sentBytes)
  }

  function confirm(connection: NatsConnection, upTo: number): void {
    isConfirming = true
    const confirmed = (): void => {
      isConfirming = false
      confirmedBytes = Math.max(confirmedBytes, upTo)
    }
    // A lost connection also loses its unconfirmed bytes.
    connection.flush().then(confirmed, confirmed)
  }

  function restart(): void {
    confirmedBytes = sentBytes
  }

  return { send, restart }
}
