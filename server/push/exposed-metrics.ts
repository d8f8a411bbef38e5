import { Gauge, type Registry } from 'prom-client'
import type { PushMetrics } from './metrics.ts'

const names: readonly [keyof PushMetrics, string, string][] = [
  ['sockets', 'portal_push_sockets', 'Open sockets.'],
  ['registered', 'portal_push_registered', 'Sockets that are registered.'],
  ['refusedSockets', 'portal_push_refused_sockets_total', 'Sockets refused at the upgrade.'],
  ['refusedRegistrations', 'portal_push_refused_registrations_total', 'Registrations refused.'],
  ['delivered', 'portal_push_delivered_total', 'Notifications handed to sockets.'],
  ['withheld', 'portal_push_withheld_total', 'Notifications withheld from people without rights.'],
  ['cut', 'portal_push_cut_total', 'Sockets closed for breaking a limit.'],
]

/** Shows to Prometheus what the push side counts. */
export function exposePushMetrics(registry: Registry, metrics: PushMetrics): void {
  for (const [key, name, help] of names) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(metrics[key])
      },
    })
    registry.registerMetric(gauge)
  }
}
