import { Counter, Gauge, type Registry } from 'prom-client'
import type { Bus } from './bus.ts'

/**
 * Exposes as metrics whether the process receives messages of the bus, the number of lost connections, and the number
 * of times that listeners had to read their state again.
 */
export async function registerBusMetrics(registry: Registry, bus: Pick<Bus, 'subscribe'>): Promise<void> {
  const registers = [registry]
  const lostCounter = new Counter({
    name: 'gateway_portal_bus_lost_total',
    help: 'Times that the bus between the processes was lost',
    registers,
  })
  const resyncs = new Counter({
    name: 'gateway_portal_bus_resyncs_total',
    help: 'Times that messages of the bus may have been lost, so that pages were read again',
    registers,
  })
  const connectedGauge = new Gauge({
    name: 'gateway_portal_bus_receiving',
    help: 'Whether the process receives the messages of the bus: 1 or 0',
    registers,
  })
  await bus.subscribe({
    onMessages: () => {},
    onLost: () => {
      lostCounter.inc()
      connectedGauge.set(0)
    },
    onResync: () => {
      resyncs.inc()
      connectedGauge.set(1)
    },
  })
  connectedGauge.set(1)
}
