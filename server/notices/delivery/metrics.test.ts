import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createDeliveryMetrics } from './metrics.ts'

test('the metrics show how many deliveries wait on each configured channel, and for how long', async () => {
  const registry = new Registry()
  const now = Date.parse('2026-03-15T12:00:00Z')
  const metrics = createDeliveryMetrics(registry, ['mail', 'push'], async (channel) =>
    channel === 'mail' ? { waiting: 3, oldestAt: new Date(now - 90_000), now } : { waiting: 0, oldestAt: null, now },
  )
  metrics.deliveries.inc({ channel: 'mail', outcome: 'sent' })
  const lines = (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#') && line !== '')
  expect(new Set(lines)).toEqual(
    new Set([
      'gateway_portal_outbox_waiting{channel="mail"} 3',
      'gateway_portal_outbox_waiting{channel="push"} 0',
      'gateway_portal_outbox_oldest_seconds{channel="mail"} 90',
      'gateway_portal_outbox_oldest_seconds{channel="push"} 0',
      'gateway_portal_deliveries_total{channel="mail",outcome="sent"} 1',
    ]),
  )
})
