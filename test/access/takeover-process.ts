import { pino } from 'pino'
import { createPostgresBus } from '#server/live/bus/postgres.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { insertTestNotices } from '#test/access/access-fixture.ts'
import { createTestReceipts } from '#test/consents.ts'
import { handleTakeovers } from '#server/appliances/access/takeover/handle-takeovers.ts'

// A process that decides all due takeovers of the database in its first argument, as the role `jobs` does, and ends.
// Tests kill it.

const [, , url = ''] = process.argv
const database = openDatabase(url)
const { pool } = database
const bus = createPostgresBus({ url, log: pino({ level: 'silent' }) })
process.stdout.write('begun\n')
const { record: recordReceipt } = createTestReceipts()
const dependencies = { pool, clock: systemClock, bus, recordNotices: insertTestNotices, recordReceipt }
while ((await handleTakeovers(dependencies)) > 0);
await bus.close()
await database.close()
