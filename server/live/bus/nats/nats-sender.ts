import type { NatsConnection } from '@nats-io/transport-node'
import type { Log } from '#server/log.ts'
import type { NatsMetrics } from './metrics.ts'

/** A text to send to a subject. `messages`: the number of bus messages in the text. */
export type NatsText = { subject: string; text: string; messages: number }

export type NatsSender = {
  /** Sends a text without waiting. Drops the text if `connection` is null, or if the server is too slow. */
  sendOrDrop(connection: NatsConnection | null, text: NatsText): void
  /** Resets the count of unconfirmed bytes. Call this function when the connection is lost or restored. */
  restart(): void
}

/**
 * The maximum number of bytes that NATS has not confirmed. Above this number, NATS counts as too slow, and further
 * messages are dropped.
 */
const maxUnconfirmedBytes = 16 * 1024 * 1024
const confirmEveryBytes = 1024 * 1024

/**
 * Creates the sender. When more than `confirmEveryBytes` bytes are unconfirmed, it requests a confirmation, to measure
 * how far the server has read.
 */
export function createNatsSender({ metrics, log }: { metrics: NatsMetrics; log: Log }): NatsSender {
  let sentBytes = 0
  let confirmedBytes = 0
  let isConfirming = false

  function sendOrDrop(connection: NatsConnection | null, { subject, text, messages }: NatsText): void {
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
    // A lost connection rejects the flush. The sent bytes are then lost, so they also count as confirmed.
    connection.flush().then(confirmed, confirmed)
  }

  function restart(): void {
    confirmedBytes = sentBytes
  }

  return { sendOrDrop, restart }
}
