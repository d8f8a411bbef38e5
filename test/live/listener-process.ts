import { openDatabase } from '#server/database/database.ts'
import { systemClock } from '#server/clock.ts'
import { startTestIngest } from './test-ingest.ts'

/**
 * Runs an MQTT listener in its own process, for tests that kill it. The argument is the URL of the database. Prints
 * the port.
 */
const [, , url = ''] = process.argv
const { port } = await startTestIngest({ pool: openDatabase(url).pool, clock: systemClock })
console.log(port)
