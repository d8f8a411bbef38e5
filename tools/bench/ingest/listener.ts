import { Registry } from 'prom-client'
import { createPostgresBus } from '#server/live/bus/postgres.ts'
import { systemClock } from '#server/clock.ts'
import { createPartnerAnnouncer } from '#server/gateway-changes/announce.ts'
import { openDatabase } from '#server/database/database.ts'
import { startIngest } from '#server/live/ingest/listener.ts'
import { createIngestMetrics } from '#server/live/ingest/metrics.ts'
import { benchRegistryKey } from '../gateways.ts'
import { answerBenchmark } from '../processes.ts'

// Runs the portal's MQTT listener in its own process. The argument is the URL of the database. Sends the port to the
// benchmark.
const [url = ''] = process.argv.slice(2)
const log = { debug: () => {}, info: () => {}, warn: console.error, error: console.error }
const { pool } = openDatabase(url)
const bus = createPostgresBus({ url, log })
const announcements = createPartnerAnnouncer({ pool, bus, log })
const { port } = await startIngest({
  mqtt: { host: '127.0.0.1', port: 0, tls: null, proxies: [] },
  clock: systemClock,
  log,
  metrics: createIngestMetrics(new Registry()),
  registryKey: benchRegistryKey,
  pool,
  bus,
  onPartnerChanges: () => announcements.wake(),
})

answerBenchmark(port)
