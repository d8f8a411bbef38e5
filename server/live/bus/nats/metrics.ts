import { Counter, Gauge, type Registry } from 'prom-client'

/** The metrics of a process about its connection to NATS. */
export type NatsMetrics = {
  /** Gauge: 1 while the process is connected to NATS, otherwise 0. */
  connected: Gauge
  reconnects: Counter
  /** The messages that were received from NATS or sent to it. */
  received: Counter.Internal
  sent: Counter.Internal
  /** The messages that were dropped because NATS was down or too slow. */
  unsent: Counter
  /** Gauge: 1 while NATS does not answer and the process reads changes only from the database, otherwise 0. */
  fallback: Gauge
  /** The messages that a poll of the database found before NATS had delivered them. */
  found: Counter
  /** The duration of the last poll in seconds. */
  pollSeconds: Gauge
}

export function createNatsMetrics(registry: Registry): NatsMetrics {
  const registers = [registry]
  const messages = new Counter({
    name: 'gateway_portal_bus_messages_total',
    help: 'Messages over NATS by direction, in or out',
    labelNames: ['direction'],
    registers,
  })
  return {
    connected: new Gauge({
      name: 'gateway_portal_bus_connected',
      help: 'Whether NATS is connected: 1 or 0',
      registers,
    }),
    reconnects: new Counter({
      name: 'gateway_portal_bus_reconnects_total',
      help: 'Connections to NATS that were lost and restored',
      registers,
    }),
    received: messages.labels('in'),
    sent: messages.labels('out'),
    unsent: new Counter({
      name: 'gateway_portal_bus_unsent_total',
      help: 'Messages that were not sent to NATS because it was unavailable or too slow',
      registers,
    }),
    fallback: new Gauge({
      name: 'gateway_portal_bus_fallback',
      help: 'Whether the bus only polls the database for changes: 1 or 0',
      registers,
    }),
    found: new Counter({
      name: 'gateway_portal_bus_found_total',
      help: 'Messages that were found in the database and had not arrived by NATS',
      registers,
    }),
    pollSeconds: new Gauge({
      name: 'gateway_portal_bus_poll_seconds',
      help: 'Duration of the last poll of the database for changes, in seconds',
      registers,
    }),
  }
}
