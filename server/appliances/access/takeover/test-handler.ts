import { pino } from 'pino'
import { createPostgresBus } from '#server/live/bus/postgres.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { insertTestNotices } from '#server/appliances/access/testing.ts'
import { testReceipts } from '#server/service-changes/consents/testing.ts'
import { handleTakeovers } from './handle-takeovers.ts'

// Decides all due takeovers of the database in the first argument, as the role jobs does, and ends. Tests kill it.

const [, , url = ''] = process.argv
const database = openDatabase(url)
const { pool } = database
const bus = createPostgresBus({ url, log: pino({ level: 'silent' }) })
process.stdout.write('begun\n')
const { record: recordReceipt } = testReceipts()
const dependencies = { pool, clock: systemClock, bus, recordNotices: insertTestNotices, recordReceipt }
while ((await handleTakeovers(dependencies)) > 0);
await bus.close()
await database.close()
