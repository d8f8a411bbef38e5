import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { startPeriodicJob } from '#server/jobs/periodic-job.ts'
import { openJobLocks } from '#server/jobs/job-locks.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createEventLogJob, wakeEventLogJobOnChanges } from '#server/partners/log/event-log-jobs.ts'
import { startTestWebhooks } from '#test/partners/test-webhooks.ts'
import { benchLog } from '../bench-log.ts'
import { answerBenchmark } from '../bench-process.ts'

// Writes the event log and sends webhooks in its own process, as the role `jobs` does. The argument is the URL of the
// database.
const [url = ''] = process.argv.slice(2)
const { pool } = openDatabase(url, { max: 10 })
await wakeEventLogJobOnChanges(
  createPostgresBus({ url, log: benchLog }),
  startPeriodicJob({ turns: openJobLocks(pool), log: benchLog }, createEventLogJob({ pool, clock: systemClock })),
)
startTestWebhooks({ pool }, { clock: systemClock, publicUrl: 'https://portal.example', pollEveryMs: 1_000 })
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
    await pause(200)
  }
}
