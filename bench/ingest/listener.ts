import { Registry } from 'prom-client'
import { createPostgresBus } from '#server/bus/postgres.ts'
import { systemClock } from '#server/clock.ts'
import { openDatabase } from '#server/database/database.ts'
import { startIngest, startListener, type Ingest } from '#server/ingest/listener.ts'
import { createIngestMetrics } from '#server/ingest/metrics.ts'
import { createSignIn } from '#server/ingest/sign-in.ts'
import { benchRegistryKey } from '../gateways.ts'
import { serve } from '../processes.ts'

// The gateways' listener in a process of its own: arguments are the database and whether to store. Says its port.
const [url = '', how = ''] = process.argv.slice(2)
const { pool } = openDatabase(url)
const log = { debug: () => {}, info: () => {}, warn: console.error, error: console.error }
const parts = {
  mqtt: { host: '127.0.0.1', port: 0, tls: null },
  clock: systemClock,
  log,
  metrics: createIngestMetrics(new Registry()),
}

const { port } = how === 'store' ? await startStoring() : await startForgetting()

serve(port)

function startStoring(): Promise<Ingest> {
  return startIngest({ ...parts, registryKey: benchRegistryKey, pool, bus: createPostgresBus({ url, log }) })
}

function startForgetting(): Promise<Ingest> {
  const writer = { add: async () => 'stored' as const, idle: async () => {} }
  return startListener({ ...parts, signIn: createSignIn(pool, benchRegistryKey), writer })
}
