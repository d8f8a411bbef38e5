import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { eraseDuePeople } from '#server/person-erasure.ts'
import { silentLog } from '#server/log.ts'
import { createTestReceiptRecorder } from '../test-receipt-recorder.ts'

/**
 * Erases the people whose deletion is due in its own process, for tests that kill it. The argument is the URL of the
 * database.
 */
const [, , url = ''] = process.argv
const { pool } = openDatabase(url)
const bus = createPostgresBus({ url, log: silentLog })

console.log('erasing')
await eraseDuePeople({ pool, bus, clock: systemClock, recordReceipt: createTestReceiptRecorder().recordWithoutName })
console.log('erased')
await bus.close()
await pool.end()
