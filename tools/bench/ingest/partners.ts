import { Registry } from 'prom-client'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { startPeriodicJob } from '#server/jobs/periodic-job.ts'
import { openJobLocks } from '#server/jobs/job-locks.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createPseudonymousIds } from '#server/partners/pseudonymous-ids.ts'
import { createEventLogJob, wakeEventLogJobOnChanges } from '#server/partners/log/event-log-jobs.ts'
import { createWebhookKeys } from '#server/partners/webhook-keys.ts'
import { createWebhookSecrets } from '#server/partners/webhook-secrets.ts'
import { createWebhookMetrics } from '#server/partners/webhooks/metrics.ts'
import { createWebhookSender } from '#server/partners/webhooks/sender.ts'
import { startWebhookDeliveryLoop } from '#server/partners/webhooks/webhook-delivery-loop.ts'
import { benchRegistryKey } from '../bench-gateways.ts'
import { answerBenchmark } from '../bench-process.ts'

// Writes the event log and sends webhooks in its own process, as the role `jobs` does. The argument is the URL of the
// database.
const [url = ''] = process.argv.slice(2)
const log = { debug: () => {}, info: () => {}, warn: console.error, error: console.error }
const clock = systemClock
const { pool } = openDatabase(url, { max: 10 })
const bus = createPostgresBus({ url, log })
await wakeEventLogJobOnChanges(
  bus,
  startPeriodicJob({ turns: openJobLocks(pool), log }, createEventLogJob({ pool, clock })),
)
startWebhookDeliveryLoop({
  pool,
  clock,
  log,
  publicUrl: 'https://portal.example',
  isDemo: true,
  ids: createPseudonymousIds(benchRegistryKey),
  secrets: createWebhookSecrets(benchRegistryKey),
  keys: createWebhookKeys(benchRegistryKey),
  metrics: createWebhookMetrics(new Registry(), async () => ({ waiting: 0, oldestDueAt: null, failing: 0, now: 0 })),
  send: createWebhookSender().send,
})
answerBenchmark(0, { drained })

/**
 * Waits until all events are logged and all webhooks are delivered. Returns the number of all deliveries since the
 * start.
 */
async function drained(): Promise<number> {
  for (;;) {
    const { rows } = await pool.query<{ waiting: number; all: number }>(
      `select (select count(*)::int from partner_change)
          + count(*) filter (where state = 'WAITING')::int as waiting, count(*)::int as all
       from partner_delivery`,
    )
    const [counts = { waiting: 0, all: 0 }] = rows
    if (counts.waiting === 0) return counts.all
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
