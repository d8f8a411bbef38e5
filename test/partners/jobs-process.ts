import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { logEvents } from '#server/partners/log/event-log.ts'
import { startTestWebhooks } from './webhooks.ts'

/**
 * A process that writes the event log and sends webhooks, for tests that kill it. Its argument is the URL of the
 * database.
 */
const [, , url = ''] = process.argv
const { pool } = openDatabase(url)
startTestWebhooks({ pool }, { clock: systemClock, publicUrl: 'http://127.0.0.1' })
console.log('begun')
for (;;) await logEvents({ pool, clock: systemClock })
