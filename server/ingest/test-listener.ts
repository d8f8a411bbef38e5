import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/clock.ts'
import { startTestIngest } from './testing.ts'

/** A listener as a process of its own, for tests that kill it: its argument is the database, it prints its port. */
const [, , url = ''] = process.argv
const { port } = await startTestIngest({ pool: openDatabase(url).pool, clock: systemClock })
console.log(port)
