import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { systemClock } from '#server/clock.ts'
import { createPartnerChangeAnnouncer } from '#server/gateway-changes/partner-change-announcer.ts'
import { openDatabase } from '#server/database/database.ts'
import { startTestIngest } from '#test/live/test-ingest.ts'
import { benchLog } from '../bench-log.ts'
import { answerBenchmark } from '../bench-process.ts'

// Runs the portal's MQTT listener in its own process. The argument is the URL of the database. Sends the port to the
// benchmark.
const [url = ''] = process.argv.slice(2)
const { pool } = openDatabase(url)
const bus = createPostgresBus({ url, log: benchLog })
const announcements = createPartnerChangeAnnouncer({ pool, bus, log: benchLog })
const onPartnerChanges = (): void => announcements.wake()
const { port } = await startTestIngest({ pool, bus, clock: systemClock, log: benchLog, onPartnerChanges })
answerBenchmark(port)
