import { Counter, Gauge, type Registry } from 'prom-client'

/**
 * The metrics of the role `push`. `sockets`, `registered` and `waiting` are current numbers; all other metrics count
 * events since the process started.
 */
export type PushMetrics = {
  sockets: number
  registered: number
  /** The number of gateways with undelivered changes. */
  waiting: number
  refusedSockets: number
  refusedRegistrations: number
  delivered: number
  withheld: number
  cut: number
}

export function createPushMetrics(): PushMetrics {
  return {
    sockets: 0,
    registered: 0,
    waiting: 0,
    refusedSockets: 0,
    refusedRegistrations: 0,
    delivered: 0,
    withheld: 0,
    cut: 0,
  }
}

type ExposedMetric = { key: keyof PushMetrics; name: string; help: string }

const currentNumbers: readonly ExposedMetric[] = [
  { key: 'sockets', name: 'gateway_portal_push_sockets', help: 'Open sockets.' },
  { key: 'registered', name: 'gateway_portal_push_registered', help: 'Sockets that are registered.' },
  { key: 'waiting', name: 'gateway_portal_push_waiting', help: 'Gateways whose changes wait to be written to pages.' },
]

const counters: readonly ExposedMetric[] = [
  { key: 'refusedSockets', name: 'gateway_portal_push_refused_sockets_total', help: 'Sockets refused at the upgrade.' },
  {
    key: 'refusedRegistrations',
    name: 'gateway_portal_push_refused_registrations_total',
    help: 'Registrations refused.',
  },
  { key: 'delivered', name: 'gateway_portal_push_delivered_total', help: 'Notifications written to sockets.' },
  {
    key: 'withheld',
    name: 'gateway_portal_push_withheld_total',
    help: 'Notifications withheld from people without rights.',
  },
  { key: 'cut', name: 'gateway_portal_push_cut_total', help: 'Sockets closed for exceeding a limit.' },
]

/** Exposes the metrics of the push role to Prometheus. */
export function registerPushMetrics(registry: Registry, metrics: PushMetrics): void {
  const registers = [registry]
  for (const { key, name, help } of currentNumbers) {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(metrics[key]) })
  }
  for (const { key, name, help } of counters) {
    const counter: Counter = new Counter({
      name,
      help,
      registers,
      collect: () => {
        counter.reset()
        counter.inc(metrics[key])
      },
    })
  }
}
