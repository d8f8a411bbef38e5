import { Registry } from 'prom-client'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { systemClock } from '#server/clock.ts'
import { createPartnerChangeAnnouncer } from '#server/gateway-changes/partner-change-announcer.ts'
import { openDatabase } from '#server/database/database.ts'
import { startIngestListener } from '#server/live/ingest/listener.ts'
import { createIngestMetrics } from '#server/live/ingest/metrics.ts'
import { benchRegistryKey } from '../bench-gateways.ts'
import { answerBenchmark } from '../bench-process.ts'

// Runs the portal's MQTT listener in its own process. The argument is the URL of the database. Sends the port to the
// benchmark.
const [url = ''] = process.argv.slice(2)
const log = { debug: () => {}, info: () => {}, warn: console.error, error: console.error }
const { pool } = openDatabase(url)
const bus = createPostgresBus({ url, log })
const announcements = createPartnerChangeAnnouncer({ pool, bus, log })
const { port } = await startIngestListener({
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
