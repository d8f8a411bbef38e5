import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { systemClock as clock } from './clock.ts'
import { inTransaction } from './database/transaction.ts'
import { recordConditionChanges } from './gateway-changes/store.ts'
import { writeEventLog } from './partners/log/event-log-jobs.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'
import { startWebhookServer } from '#test/partners/webhook-server.ts'

const fixture = await createPartnersFixture()
const { pool } = fixture.database
const server = await startWebhookServer()
const jobsFile = fileURLToPath(new URL('../test/partners/jobs-process.ts', import.meta.url))
const changes = 600
const perChange = 20
const soon = { timeout: 60_000, interval: 20 }

afterAll(async () => {
  await server.close()
  await fixture.close()
})

async function startJobs(): Promise<ChildProcess> {
  const jobs = spawn(process.execPath, [jobsFile, fixture.database.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!jobs.stdout) throw new Error('The process says nothing')
  await once(jobs.stdout, 'data')
  return jobs
}

async function kill(jobs: ChildProcess): Promise<void> {
  jobs.kill('SIGKILL')
  await once(jobs, 'exit')
}

// The jobs are killed at different times, for example within a batch, or between a webhook and its result.
test('jobs that are killed lose and double no event in the log, and each event reaches the endpoint', async () => {
  const client = await fixture.registerClient()
  const gatewayId = await fixture.applianceOf('anna')
  await fixture.tokensFor(client, 'anna', [gatewayId])
  await writeEventLog({ pool, clock })
  await pool.query("update partner_client set state = 'sandbox'")
  const token = await fixture.tokenOf(client)
  const body = { url: server.url('/') }
  expect((await fixture.call(token, '/partner/1/endpoints', { method: 'POST', body })).status).toBe(201)
  await pool.query("update partner_endpoint set state = 'ACTIVE'")
  const recording = recordAll(gatewayId)
  for (const portion of [0.1, 0.3, 0.5]) {
    const jobs = await startJobs()
    await vi.waitUntil(async () => (await logged()).length > portion * changes, soon)
    await kill(jobs)
  }
  await recording
  // Ends the claims of killed processes, which would last a minute. Deliveries that nobody claimed keep their time.
  await pool.query(
    "update partner_delivery set due_at = now() where state = 'WAITING' and tries > 0 and tried_at is null",
  )
  const last = await startJobs()
  await vi.waitUntil(async () => (await logged()).length === changes && (await waiting()) === 0, soon)
  await kill(last)
  const ids = await logged()
  expect(new Set(ids).size).toBe(changes)
  const received = new Set(server.received.map(({ headers }) => headers['webhook-id']))
  expect(ids.filter((id) => !received.has(id))).toEqual([])
}, 180_000)

/** Records changes of the status in small transactions, as listeners do. */
async function recordAll(gatewayId: string): Promise<void> {
  const states = ['WORKING', 'ONLINE'] as const
  for (let count = 0; count < changes / perChange; count += 1) {
    const at = clock.now()
    const pairs = Array.from({ length: perChange }, (_, index) => {
      const [before, after] = index % 2 === 0 ? states : states.toReversed()
      const conditionOf = (status: (typeof states)[number] = 'WORKING') => ({
        status,
        reported: status,
        faultCode: null,
      })
      return { gatewayId, before: conditionOf(before), after: { ...conditionOf(after), since: at, lastSeenAt: at } }
    })
    await inTransaction(pool, async (transaction) => recordConditionChanges(transaction, pairs))
  }
}

async function logged(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>("select id from partner_event where type like 'appliance.%'")
  return rows.map(({ id }) => id)
}

async function waiting(): Promise<number> {
  const { rowCount } = await pool.query("select from partner_delivery where state = 'WAITING' and event_id is not null")
  return rowCount ?? -1
}
