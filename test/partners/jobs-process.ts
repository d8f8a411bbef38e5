import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { writeEventLog } from '#server/partners/log/event-log-jobs.ts'
import { startTestWebhooks } from './test-webhooks.ts'

/**
 * Writes the event log and sends webhooks in its own process, for tests that kill it. The argument is the URL of the
 * database.
 */
const [, , url = ''] = process.argv
const { pool } = openDatabase(url)
startTestWebhooks({ pool }, { clock: systemClock, publicUrl: 'http://127.0.0.1' })
console.log('begun')
for (;;) await writeEventLog({ pool, clock: systemClock })
