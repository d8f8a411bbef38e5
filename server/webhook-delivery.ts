import type { Config } from './config.ts'
import { createPseudonymousIds } from './partners/pseudonymous-ids.ts'
import { createWebhookKeys } from './partners/webhook-keys.ts'
import { createWebhookSecrets } from './partners/webhook-secrets.ts'
import { createWebhookMetrics } from './partners/webhooks/metrics.ts'
import { createWebhookSender } from './partners/webhooks/sender.ts'
import { readWebhookBacklog } from './partners/webhooks/store.ts'
import { startWebhookDeliveryLoop } from './partners/webhooks/webhook-delivery-loop.ts'
import type { StopFunction } from './process-end.ts'
import type { Services } from './services.ts'

export type WebhookProcessDependencies = Pick<Services, 'pool' | 'clock' | 'log' | 'registry'> & {
  config: Pick<Config, 'publicUrl' | 'registryKey' | 'isDemo'>
}

/**
 * Starts to send webhooks to third parties, as a part of the role `jobs`. Returns a function that stops the sending.
 * Specification 27.7.
 */
export function startWebhookDelivery({ config, pool, clock, log, registry }: WebhookProcessDependencies): StopFunction {
  const { publicUrl, registryKey, isDemo } = config
  const sender = createWebhookSender()
  const deliveries = startWebhookDeliveryLoop({
    pool,
    clock,
    log,
    publicUrl,
    isDemo,
    ids: createPseudonymousIds(registryKey),
    secrets: createWebhookSecrets(registryKey),
    keys: createWebhookKeys(registryKey),
    metrics: createWebhookMetrics(registry, async () => {
      const now = clock.now()
      return { ...(await readWebhookBacklog(pool, new Date(now))), now }
    }),
    send: sender.send,
  })
  return async () => {
    await deliveries.stop()
    sender.close()
  }
}
