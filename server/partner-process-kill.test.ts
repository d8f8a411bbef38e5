import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { startWebhookServer } from '#test/partners/webhook-server.ts'
import { householdRegistryKey, insertHousehold } from '#test/processes/household.ts'
import { findPortalPorts, isPortOpen, startPortalProcess } from '#test/processes/portal-process.ts'
import { systemClock as clock } from './clock.ts'
import { inTransaction } from './database/transaction.ts'
import { recordConditionChanges } from './gateway-changes/store.ts'
import { insertPartnerClient } from './partners/store.ts'

// Specification 27.6 and 27.7: kill -9 of the processes with the roles `partners` and `jobs`, started as operators start
// them, while a program reads the event log by its cursor and gets webhooks.

const database = await createTestDatabase({ max: 10 })
const { pool } = database
const hooks = await startWebhookServer()
const folder = await mkdtemp(join(tmpdir(), 'partners-'))
await writeFile(join(folder, 'index.html'), '<!doctype html>')
const changes = 400
const perChange = 20
const soon = { timeout: 120_000, interval: 50 }
const issuer = 'http://127.0.0.1:9'
const ofPartners = await findPortalPorts()
const ofJobs = await findPortalPorts()
const publicUrl = `http://127.0.0.1:${ofPartners.http}`

afterAll(async () => {
  await hooks.close()
  await rm(folder, { recursive: true })
  await database.close()
})

async function start(role: 'partners' | 'jobs') {
  const key = householdRegistryKey.toString('base64')
  return startPortalProcess({
    ports: role === 'jobs' ? ofJobs : ofPartners,
    settings: {
      ROLES: role,
      DEMO: '1',
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: 'gateway-portal',
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: 'secret',
      SESSION_KEY: key,
      REGISTRY_KEY: key,
      POLICIES_URL: issuer,
      PAGE_DIR: folder,
      EXPORT_STORE: `file:${join(folder, 'exports')}`,
    },
  })
}

/** Inserts a program in the sandbox, and a grant of an appliance to it. */
async function insertShared() {
  const secret = 'a secret of the test'
  const { gateway } = await insertHousehold(pool, issuer)
  const owner = await pool.query<{ id: string }>({
    text: 'select person_id as id from connection where gateway_id = $1',
    values: [gateway.id],
  })
  const personId = owner.rows[0]?.id ?? ''
  const clientId = await insertPartnerClient(pool, {
    developerId: personId,
    name: 'Warm Advice',
    contactEmail: 'developer@example.com',
    redirectUris: [],
    secretDigest: createHash('sha256').update(secret).digest(),
    jwks: null,
    termsVersion: '1',
    createdAt: new Date(),
  })
  await pool.query({
    text: `insert into partner_grant (client_id, gateway_id, person_id, authorization_id, datatypes, history_months, purpose,
        created_at, ends_at, logged)
      values ($1, $2, $3, 'test', '{status}', 0, 'maintenance', now(), now() + interval '1 day', 'BEGIN')`,
    values: [clientId, gateway.id, personId],
  })
  return { gatewayId: gateway.id, clientId, secret }
}

async function tokenOf({ clientId, secret }: { clientId: string; secret: string }): Promise<string> {
  const answer = await fetch(`${publicUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Records changes of the status in small transactions, as listeners do. */
async function recordAll(gatewayId: string): Promise<void> {
  const states = ['WORKING', 'ONLINE'] as const
  for (let count = 0; count < changes / perChange; count += 1) {
    const at = clock.now()
    const pairs = Array.from({ length: perChange }, (_, index) => {
      const condition = (number: number) => {
        const status = states[number % 2] ?? 'WORKING'
        return { status, reported: status, faultCode: null }
      }
      return { gatewayId, before: condition(index), after: { ...condition(index + 1), since: at, lastSeenAt: at } }
    })
    const before = (await logged()).length
    await inTransaction(pool, async (transaction) => recordConditionChanges(transaction, pairs))
    // Waits until the portal has logged some of the new events, so that changes still follow when a process is killed.
    await vi.waitUntil(async () => (await logged()).length > before, soon)
  }
}

async function logged(): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from partner_event order by position')
  return rows.map(({ id }) => id)
}

const isServed = async (): Promise<boolean> => isPortOpen(ofPartners.http)

type Reader = { ids: string[]; cursor: string }

/** Reads pages by the cursor until the program has all events. If a request fails, repeats it with the same cursor. */
async function readPages(token: string, reader: Reader): Promise<void> {
  while (reader.ids.length < changes) {
    // The limit of requests of a client permits no poll without a new event.
    await vi.waitUntil(async () => (await logged()).length > reader.ids.length, soon)
    await vi.waitUntil(isServed, soon)
    const url = `${publicUrl}/partner/1/events?all=true&limit=25${reader.cursor && `&after=${reader.cursor}`}`
    const text = await readBody(url, token).catch(() => null)
    if (text === null) continue
    const { items, next } = JSON.parse(text) as { items: { id: string }[]; next: string }
    reader.ids.push(...items.map(({ id }) => id))
    reader.cursor = next
  }
}

/** Returns the body of an answer, or null if the status is no success. Rejects if a kill breaks the connection. */
async function readBody(url: string, token: string): Promise<string | null> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  return answer.ok ? answer.text() : null
}

/**
 * Reads server-sent events until the program has all events. Each connection continues after the last received event.
 */
async function readStream(token: string, reader: Reader): Promise<void> {
  while (reader.ids.length < changes) {
    await vi.waitUntil(isServed, soon)
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'last-event-id': reader.cursor }
    const answer = await fetch(`${publicUrl}/partner/1/events?all=true`, { headers }).catch(() => null)
    if (answer?.ok) await readFrames(answer, reader).catch(() => undefined)
  }
}

async function readFrames({ body }: Response, reader: Reader): Promise<void> {
  let rest = ''
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const [, cursor, data] = /^id: (.+)\ndata: (.+)$/u.exec(frame) ?? []
      if (cursor === undefined || data === undefined) continue
      reader.cursor = cursor
      reader.ids.push((JSON.parse(data) as { id: string }).id)
    }
    if (reader.ids.length >= changes) return
  }
}

test('a program reads each event once and gets each webhook, while both roles are killed under load', async () => {
  const shared = await insertShared()
  let [jobs, partners] = await Promise.all([start('jobs'), start('partners')])
  const token = await tokenOf(shared)
  const added = await fetch(`${publicUrl}/partner/1/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: hooks.url('/') }),
  })
  expect(added.status).toBe(201)
  const isActive = async () => (await pool.query("select from partner_endpoint where state = 'ACTIVE'")).rowCount === 1
  await vi.waitUntil(isActive, soon)
  const pages: Reader = { ids: [], cursor: '' }
  const stream: Reader = { ids: [], cursor: '' }
  const all = Promise.all([recordAll(shared.gatewayId), readPages(token, pages), readStream(token, stream)])
  for (const [portion, role] of [
    [0.1, 'partners'],
    [0.3, 'jobs'],
    [0.5, 'partners'],
    [0.7, 'both'],
  ] as const) {
    await vi.waitUntil(async () => (await logged()).length > portion * changes, soon)
    if (role !== 'jobs') await partners.kill()
    if (role !== 'partners') await jobs.kill()
    if (role !== 'jobs') partners = await start('partners')
    if (role !== 'partners') jobs = await start('jobs')
  }
  await all
  const ids = await logged()
  expect(new Set(ids).size).toBe(changes)
  expect(ids).toHaveLength(changes)
  expect(pages.ids).toEqual(ids)
  expect(stream.ids).toEqual(ids)
  // Ends the claims of killed processes, which would last a minute. Deliveries that nobody claimed keep their time.
  await pool.query(
    "update partner_delivery set due_at = now() where state = 'WAITING' and tries > 0 and tried_at is null",
  )
  const received = () => new Set(hooks.received.map(({ headers }) => headers['webhook-id']))
  await vi.waitFor(() => expect(ids.filter((id) => !received().has(id))).toEqual([]), soon)
}, 600_000)
