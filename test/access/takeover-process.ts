import { pino } from 'pino'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { insertTestNotices } from '#test/access/access-fixture.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { advanceOpenTakeovers } from '#server/appliances/access/takeover/advance-open-takeovers.ts'

// A process for tests that kill it. It decides all due takeovers of the database in its first argument, as the role
// `jobs` does, and ends.

const [, , url = ''] = process.argv
const database = openDatabase(url)
const { pool } = database
const bus = createPostgresBus({ url, log: pino({ level: 'silent' }) })
process.stdout.write('begun\n')
const { record: recordReceipt } = createTestReceiptRecorder()
const dependencies = { pool, clock: systemClock, bus, recordNotices: insertTestNotices, recordReceipt }
while ((await advanceOpenTakeovers(dependencies)) > 0);
await bus.close()
await database.close()
