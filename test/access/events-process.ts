import { Pool } from 'pg'
import { insertTestNotices } from './access-fixture.ts'
import { handleAccessEvents } from '#server/appliances/access/handle-access-events.ts'

// A process for `kill.test.ts`, which kills it. It writes 'begins', handles the due access events of the database in
// its first argument, and ends.
const pool = new Pool({ connectionString: process.argv[2] })
process.stdout.write('begins\n')
await handleAccessEvents({
  pool,
  bus: { publish: async () => {} },
  clock: { now: () => Date.now() },
  recordNotices: insertTestNotices,
})
await pool.end()
