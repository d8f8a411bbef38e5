import { Registry } from 'prom-client'
import { registryKey } from '../appliances.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { GatewayCondition } from '#server/gateway-changes/condition-change-rows.ts'
import { recordConditionChanges } from '#server/gateway-changes/store.ts'
import { silentLog } from '#server/log.ts'
import { createPseudonymousIds } from '#server/partners/pseudonymous-ids.ts'
import { writeEventLog } from '#server/partners/log/event-log-jobs.ts'
import { createWebhookKeys } from '#server/partners/webhook-keys.ts'
import { createWebhookSecrets } from '#server/partners/webhook-secrets.ts'
import { createWebhookMetrics } from '#server/partners/webhooks/metrics.ts'
import { createWebhookSender } from '#server/partners/webhooks/sender.ts'
import { type WebhookDeliveryLoop, startWebhookDeliveryLoop } from '#server/partners/webhooks/webhook-delivery-loop.ts'

/** Starts sending webhooks, as the role `jobs` does. */
export function startTestWebhooks(
  { pool }: Pick<Database, 'pool'>,
  {
    clock,
    publicUrl,
    answerTimeoutMs,
    pollEveryMs = 20,
  }: { clock: Clock; publicUrl: string; answerTimeoutMs?: number; pollEveryMs?: number },
): WebhookDeliveryLoop {
  const sender = createWebhookSender(answerTimeoutMs === undefined ? {} : { answerTimeoutMs })
  const deliveries = startWebhookDeliveryLoop({
    pool,
    clock,
    log: silentLog,
    publicUrl,
    isDemo: true,
    ids: createPseudonymousIds(registryKey),
    secrets: createWebhookSecrets(registryKey),
    keys: createWebhookKeys(registryKey),
    metrics: createWebhookMetrics(new Registry(), async () => ({ waiting: 0, oldestDueAt: null, failing: 0, now: 0 })),
    send: sender.send,
    pollEveryMs,
  })
  return {
    stop: async () => {
      await deliveries.stop()
      sender.close()
    },
  }
}

const well = { status: 'WORKING', reported: 'WORKING', faultCode: null } as const
const failing = { status: 'WORKING', reported: 'ERROR', faultCode: 'E104' } as const

/**
 * Records the alternating start and end of a fault of a gateway, as the listener does. `count` is the number of
 * changes; each change is one event.
 */
export async function recordFaultChanges(
  { pool }: Pick<Database, 'pool'>,
  { clock, gatewayId, count = 1 }: { clock: Clock; gatewayId: string; count?: number },
): Promise<void> {
  const at = clock.now()
  const pair = (index: number): [GatewayCondition, GatewayCondition] =>
    index % 2 === 0 ? [well, failing] : [failing, well]
  const changes = Array.from({ length: count }, (_, index) => {
    const [before, after] = pair(index)
    return { gatewayId, before, after: { ...after, since: at, lastSeenAt: at } }
  })
  await inTransaction(pool, async (transaction) => recordConditionChanges(transaction, changes))
  await writeEventLog({ pool, clock })
}
