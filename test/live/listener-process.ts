import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/clock.ts'
import { startTestIngest } from './ingest.ts'

/** A listener in its own process, for tests that kill it: its argument is the database, it prints its port. */
const [, , url = ''] = process.argv
const { port } = await startTestIngest({ pool: openDatabase(url).pool, clock: systemClock })
console.log(port)
