import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { decideNotices } from '#server/notices/decide.ts'
import { serve } from '../processes.ts'

// Decides what is told, each second, as the jobs do: its argument is the database. Says how many gateways it judged.
const [url = ''] = process.argv.slice(2)
const { pool } = openDatabase(url)
const bus = { publish: async (): Promise<void> => {} }
const noticeTimes = { errorMs: 2_000, warningMs: 2_000, offlineMs: 2_000 }
let judged = 0

serve(0, { judged: () => judged })

for (;;) {
  const telling = {
    pool,
    bus,
    clock: systemClock,
    noticeTimes,
    channels: { mail: true, push: true },
    findEmergencies: async () => new Set<string>(),
  }
  judged += await decideNotices(telling)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
}
