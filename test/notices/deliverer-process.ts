import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { silentLog } from '#server/log.ts'
import { decideAndRecordNotices } from '#server/notices/decide-notices.ts'
import { startDeliveryLoop } from '#server/notices/delivery/delivery-loop.ts'
import { createMailSender, maxConcurrentMails } from '#server/notices/mail-sender.ts'
import { createTestDeliveryMetrics, testWordDependencies } from './delivery-fixture.ts'

/**
 * Decides on notices and delivers them in its own process, for tests that kill it. The arguments are the URL of the
 * database and the port of a mail server. Prints a line after the start.
 */
const [, , url = '', port = ''] = process.argv
const { pool } = openDatabase(url)
const bus = createPostgresBus({ url, log: silentLog })
const recording = { pool, bus, clock: systemClock, channels: { mail: true, push: false } }
const settings = { url: `smtp://127.0.0.1:${port}`, from: new Map<string, string>() }
const { deliver } = createMailSender({
  ...testWordDependencies,
  settings,
  dkim: null,
  clock: systemClock,
  emailTrust: 'claim',
  openLink: async () => null,
})

startDeliveryLoop({
  ...recording,
  log: silentLog,
  metrics: createTestDeliveryMetrics(),
  channel: 'mail',
  deliver,
  maxConcurrent: maxConcurrentMails,
  pollEveryMs: 20,
  claimedForMs: 1_500,
})
console.log('begun')

const noticeTimes = { errorMs: 1, warningMs: 1, offlineMs: 1 }
for (;;) {
  await decideAndRecordNotices({ ...recording, noticeTimes, findEmergencies: async () => new Set() })
  await pool.query('select pg_sleep(0.02)')
}
