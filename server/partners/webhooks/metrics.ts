import { Counter, type Registry } from 'prom-client'
import { registerSampledGauge } from '#server/sampled-gauge.ts'
import type { WebhookBacklog } from './store.ts'

export type WebhookMetrics = { deliveries: Counter<'outcome'> }

/** Creates the metrics of webhooks. `backlog` is called at each scrape. */
export function createWebhookMetrics(
  registry: Registry,
  backlog: () => Promise<WebhookBacklog & { now: number }>,
): WebhookMetrics {
  registerSampledGauge(registry, {
    name: 'gateway_portal_webhooks_waiting',
    help: 'Due webhooks to endpoints that answer in time',
    read: async () => [{ value: (await backlog()).waiting }],
  })
  registerSampledGauge(registry, {
    name: 'gateway_portal_webhooks_oldest_seconds',
    help: 'How long the oldest of these webhooks is due',
    read: async () => {
      const { oldestDueAt, now } = await backlog()
      return [{ value: oldestDueAt === null ? 0 : (now - oldestDueAt.getTime()) / 1000 }]
    },
  })
  registerSampledGauge(registry, {
    name: 'gateway_portal_webhook_endpoints_failing',
    help: 'Webhook endpoints of third parties whose last delivery failed',
    read: async () => [{ value: (await backlog()).failing }],
  })
  return {
    deliveries: new Counter({
      name: 'gateway_portal_webhooks_total',
      help: 'Tries to deliver a webhook by outcome',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  }
}
