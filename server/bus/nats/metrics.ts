import { Counter, Gauge, type Registry } from 'prom-client'

/** The metrics of a process about its NATS. */
export type NatsMetrics = {
  /** 1 while there is a connection. */
  connected: Gauge
  reconnects: Counter
  /** Messages received from NATS, and sent to it. */
  received: Counter.Internal
  sent: Counter.Internal
  /** Messages that were dropped, because NATS was down or too slow. */
  unsent: Counter
  /** 1 while changes are only read from the database. */
  fallback: Gauge
  /** Messages that NATS had not delivered when the database was polled. */
  found: Counter
  /** The duration of a poll. */
  pollSeconds: Gauge
}

/** Creates them in a registry of prom-client. */
export function createNatsMetrics(registry: Registry): NatsMetrics {
  const registers = [registry]
  const messages = new Counter({
    name: 'gateway_portal_bus_messages_total',
    help: 'Messages of NATS by direction, in or out',
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
      help: 'Messages that were not handed to NATS because it was away or did not keep up',
      registers,
    }),
    fallback: new Gauge({
      name: 'gateway_portal_bus_fallback',
      help: 'Whether changes are asked of the database alone: 1 or 0',
      registers,
    }),
    found: new Counter({
      name: 'gateway_portal_bus_found_total',
      help: 'Messages that the database had and NATS had not brought',
      registers,
    }),
    pollSeconds: new Gauge({
      name: 'gateway_portal_bus_look_seconds',
      help: 'Seconds that the database took to tell what has changed, the last time',
      registers,
    }),
  }
}
