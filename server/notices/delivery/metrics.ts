import { Counter, type Registry } from 'prom-client'
import { type GaugeSample, registerSampledGauge } from '#server/sampled-gauge.ts'
import type { DeliveryBacklog, DeliveryChannel } from './store.ts'

export type DeliveryMetrics = { deliveries: Counter<'channel' | 'outcome'> }

/** Creates the metrics of deliveries. Each scrape calls `backlog`. */
export function createDeliveryMetrics(
  registry: Registry,
  channels: readonly DeliveryChannel[],
  backlog: (channel: DeliveryChannel) => Promise<DeliveryBacklog & { now: number }>,
): DeliveryMetrics {
  const registers = [registry]
  const labelNames = ['channel'] as const
  registerSampledGauge(registry, {
    name: 'gateway_portal_outbox_waiting',
    help: 'Notices that wait to be delivered, by channel',
    labelNames,
    read: async () => ofEach(async (channel) => (await backlog(channel)).waiting),
  })
  registerSampledGauge(registry, {
    name: 'gateway_portal_outbox_oldest_seconds',
    help: 'Age of the oldest notice that waits to be delivered, by channel',
    labelNames,
    read: async () =>
      ofEach(async (channel) => {
        const { oldestAt, now } = await backlog(channel)
        return oldestAt === null ? 0 : (now - oldestAt.getTime()) / 1000
      }),
  })

  async function ofEach(measure: (channel: DeliveryChannel) => Promise<number>): Promise<GaugeSample[]> {
    return Promise.all(channels.map(async (channel) => ({ labels: { channel }, value: await measure(channel) })))
  }

  return {
    deliveries: new Counter({
      name: 'gateway_portal_deliveries_total',
      help: 'Tries to deliver a notice by channel and outcome',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
  }
}
