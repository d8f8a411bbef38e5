import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import webPush from 'web-push'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { defaultNoticeChoices } from '#contract/notice-settings.ts'
import { createTestDatabase } from '#test/database.ts'
import { silentLog } from '#server/log.ts'
import { decideAndRecordNotices } from './decide-notices.ts'
import { fixtureStartMs, createNoticeFixture } from '#test/notices/notice-fixture.ts'
import { type DeliveryLoop, startDeliveryLoop } from './delivery/delivery-loop.ts'
import { createPushSender, outcomeOfPushStatus } from './push-sender.ts'
import { createTestDeliveryMetrics, testWordDependencies } from '#test/notices/delivery-fixture.ts'

const { pool, close } = await createTestDatabase({ max: 10 })
const fixture = createNoticeFixture(pool)
const { clock, dependencies } = fixture
const keys = webPush.generateVAPIDKeys()
/** The timeout is long enough for a busy machine. */
const soon = { timeout: 15_000 }
const taken: { path: string; headers: IncomingHttpHeaders; bytes: number }[] = []
let status = 201
let deliveryLoop: DeliveryLoop | undefined

const service = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => void pieces.push(piece))
  request.on('end', () => {
    taken.push({ path: request.url ?? '', headers: request.headers, bytes: Buffer.concat(pieces).length })
    response.writeHead(status, { location: 'http://localhost:1/elsewhere' }).end()
  })
})
await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

afterEach(async () => {
  await deliveryLoop?.stop()
  deliveryLoop = undefined
  status = 201
  taken.length = 0
  clock.time = fixtureStartMs
  await pool.query('delete from person')
  await pool.query('delete from gateway')
})

afterAll(async () => {
  await new Promise((resolve) => service.close(resolve))
  await close()
})

test('each browser of a person gets an encrypted message of its own, with a constant topic', async () => {
  const person = await fixture.insertPerson()
  await withBrowser(person, `${origin}/one`)
  await withBrowser(person, `${origin}/other`)
  await fail(person)
  start()
  await vi.waitUntil(() => taken.length === 2, soon)
  expect(new Set(taken.map(({ path }) => path))).toEqual(new Set(['/one', '/other']))
  const { rows } = await pool.query<{ id: string }>('select id from notice')
  const topic = Buffer.from((rows[0]?.id ?? '').replaceAll('-', ''), 'hex').toString('base64url')
  for (const { headers } of taken)
    expect(headers).toMatchObject({ topic, ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(taken[0]?.headers['authorization']).toMatch(/^vapid t=.*, k=/u)
  await vi.waitFor(async () => expect(await states()).toEqual(['SENT', 'SENT']), soon)
})

test.each([404, 410])('a browser that its push service answers with %i is removed', async (answer) => {
  status = answer
  const person = await fixture.insertPerson()
  await withBrowser(person, `${origin}/gone`)
  await fail(person)
  start()
  await vi.waitFor(async () => expect(await browsers()).toEqual([]), soon)
  expect(await states()).toEqual([])
})

test('an overloaded push service is retried, and one that refuses is not', async () => {
  status = 503
  const person = await fixture.insertPerson()
  await withBrowser(person, `${origin}/busy`)
  await fail(person)
  start()
  await vi.waitUntil(() => taken.length === 1, soon)
  status = 400
  await vi.waitFor(async () => {
    clock.time += 60_000
    expect(await states()).toEqual(['UNDELIVERABLE'])
  }, soon)
  expect(await fixture.noticesOf(person)).toEqual(['fault-began'])
})

test('a redirect is not followed', async () => {
  status = 302
  const person = await fixture.insertPerson()
  await withBrowser(person, `${origin}/moved`)
  await fail(person)
  start()
  await vi.waitFor(async () => expect(await states()).toEqual(['UNDELIVERABLE']), soon)
  expect(taken).toHaveLength(1)
})

test.each(['http://127.0.0.1:1/x', 'https://10.0.0.1/x', 'https://localhost/x', 'not a url'])(
  'nothing is sent to %s, even if the row has this address',
  async (endpoint) => {
    const person = await fixture.insertPerson()
    await withBrowser(person, endpoint)
    await fail(person)
    start()
    await vi.waitFor(async () => expect(await browsers()).toEqual([]), soon)
  },
)

test('a name that resolves to a private network is never connected to', async () => {
  const person = await fixture.insertPerson()
  // The host name is public, but resolves to an address that is not public. The sender checks the address at delivery.
  await withBrowser(person, 'https://localtest.me/x')
  await fail(person)
  start()
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ due: Date }>('select due_at as due from outbox')
    expect(rows[0]?.due.getTime()).toBeGreaterThan(clock.time)
    expect(rows[0]?.due.getTime()).toBeLessThan(clock.time + 60_000)
  }, soon)
  expect(taken).toEqual([])
}, 15_000)

test('invalid keys remove the browser', async () => {
  const person = await fixture.insertPerson()
  await withBrowser(person, `${origin}/broken`, { p256dh: 'AAAA' })
  await fail(person)
  start()
  await vi.waitFor(async () => expect(await browsers()).toEqual([]), soon)
})

test.each([
  [200, 'sent'],
  [201, 'sent'],
  [301, 'refused'],
  [400, 'refused'],
  [403, 'refused'],
  [404, 'gone'],
  [408, 'postponed'],
  [410, 'gone'],
  [413, 'refused'],
  [429, 'postponed'],
  [500, 'postponed'],
])('%i means %s', (answer, kind) => expect(outcomeOfPushStatus(answer).kind).toBe(kind))

function start(): void {
  const settings = { ...keys, subject: 'mailto:push@portal.example', testOrigin: origin }
  const { deliver } = createPushSender({ ...testWordDependencies, settings, clock })
  const parts = { ...dependencies, log: silentLog, metrics: createTestDeliveryMetrics(), deliver, pollEveryMs: 5 }
  deliveryLoop = startDeliveryLoop({ ...parts, channel: 'push', maxConcurrent: 20 })
}

async function withBrowser(person: string, endpoint: string, { p256dh }: { p256dh?: string } = {}): Promise<void> {
  const curve = createECDH('prime256v1')
  await pool.query(
    `with opened as (
       insert into session (id_digest, person_id, access_token, access_expires_at, renew_at, id_token, created_at,
         expires_at, renewed_at)
       values (sha256(convert_to($2, 'UTF8')), $1, 'a', now(), now(), 'b', now(), now(), now()) returning id_digest)
     insert into push_subscription (person_id, session_digest, endpoint, p256dh, auth, created_at)
     select $1, id_digest, $2, $3, $4, now() from opened`,
    [person, endpoint, p256dh ?? curve.generateKeys('base64url'), randomBytes(16).toString('base64url')],
  )
}

async function fail(person: string): Promise<void> {
  const only = { portal: true, mail: false, push: true }
  await pool.query('insert into notice_settings (person_id, choices) values ($1, $2)', [
    person,
    { ...defaultNoticeChoices, heating: only },
  ])
  await fixture.storeStatus(await fixture.insertGateway(person), 'ERROR', 'E104')
  clock.time += 180_000
  await decideAndRecordNotices(dependencies)
}

async function states(): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>(`select state from outbox where channel = 'push'`)
  return rows.map(({ state }) => state)
}

async function browsers(): Promise<string[]> {
  const { rows } = await pool.query<{ endpoint: string }>('select endpoint from push_subscription')
  return rows.map(({ endpoint }) => endpoint)
}
