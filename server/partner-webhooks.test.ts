import { createPublicKey, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { type PartnerEvent, partnerEventTypes } from '#contract/partner-events.ts'
import type { PartnerDelivery, WebhookEndpoint } from '#contract/partner-webhooks.ts'
import { inTransaction } from './database/transaction.ts'
import { endLapsedGrants, writeEventLog } from './partners/log/event-log-jobs.ts'
import type { DeveloperNoticeRecorder } from './partners/developer-notice.ts'
import { warnAndDisableFailingEndpoints } from './partners/webhooks/failing-endpoints.ts'
import { disableEndpoint, isAnyWebhookDue, storeWebhookTryResult } from './partners/webhooks/store.ts'
import type { WebhookDeliveryLoop } from './partners/webhooks/webhook-delivery-loop.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'
import { recordFaultChanges, startTestWebhooks } from '#test/partners/test-webhooks.ts'
import { type ReceivedWebhook, startWebhookServer } from '#test/partners/webhook-server.ts'

// Specification 27.7: webhooks are sent to a test server that behaves like servers of third parties.

const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
const fixture = await createPartnersFixture({ clock })
const { applianceOf, call, publicUrl, registerClient, tokenOf, tokensFor } = fixture
const { pool } = fixture.database
const server = await startWebhookServer()
/** A time limit in ms that is long enough for a busy machine. */
const soon = { timeout: minuteMs, interval: 10 }
vi.setConfig({ testTimeout: 180_000 })
let running: WebhookDeliveryLoop | null = null
let paths = 0

afterEach(async () => {
  await running?.stop()
  running = null
  clock.ahead = 0
  await pool.query('delete from partner_endpoint')
})

afterAll(async () => {
  await server.close()
  await fixture.close()
})

type Created = WebhookEndpoint & { secret: string }

const start = (answerTimeoutMs?: number): void =>
  void (running ??= startTestWebhooks(fixture.database, {
    clock,
    publicUrl,
    ...(answerTimeoutMs !== undefined && { answerTimeoutMs }),
  }))

/**
 * Creates a client in the sandbox, to which a person gives access to an appliance. In the sandbox, endpoints may be on
 * this machine.
 */
async function shared(as = 'anna') {
  const client = await registerClient()
  const gatewayId = await applianceOf(as)
  const { tokens } = await tokensFor(client, as, [gatewayId])
  await setState(client.id, 'sandbox')
  await writeEventLog({ pool, clock })
  const token = await tokenOf(client)
  return { client, gatewayId, token, grantToken: tokens.access_token, path: `/hook-${paths++}` }
}

type Shared = Awaited<ReturnType<typeof shared>>

async function setState(clientId: string, state: string): Promise<void> {
  await pool.query({ text: 'update partner_client set state = $2 where id = $1', values: [clientId, state] })
}

/** Calls the partner API and returns the answer. `what`: a method and a path below /partner/1. */
async function ask<Answer>(token: string, what: string, body?: object): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ')
  const answer = await call(token, `/partner/1${path}`, { method, body })
  expect(answer.status, what).toBeLessThan(300)
  return (answer.status === 204 ? undefined : await answer.json()) as Answer
}

async function addEndpoint({ token, path }: Pick<Shared, 'token' | 'path'>, body: object = {}): Promise<Created> {
  return ask(token, 'POST /endpoints', { url: server.url(path), ...body })
}

/** Adds an endpoint, and waits until it has answered its challenge. */
async function provenEndpoint(one: Pick<Shared, 'token' | 'path'>, body: object = {}): Promise<Created> {
  const created = await addEndpoint(one, body)
  start()
  await vi.waitUntil(async () => (await endpointOf(one, created.id)).state === 'ACTIVE', soon)
  return created
}

const endpointOf = async ({ token }: Pick<Shared, 'token'>, id: string) =>
  ask<WebhookEndpoint>(token, `GET /endpoints/${id}`)

const deliveriesOf = async ({ token }: Pick<Shared, 'token'>, query = '') =>
  (await ask<{ items: PartnerDelivery[] }>(token, `GET /deliveries${query}`)).items

const faults = async ({ gatewayId }: Shared, count = 1) =>
  recordFaultChanges(fixture.database, { clock, gatewayId, count })

async function statusOf(token: string, what: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = what.split(' ')
  const answer = await call(token, `/partner/1${path}`, { method, body })
  const { code, errors } = (await answer.json()) as { code: string; errors?: { code: string }[] }
  return [answer.status, errors?.[0]?.code ?? code]
}

test('an endpoint gets events after it has answered a challenge, signed as other libraries verify it', async () => {
  const one = await shared()
  const { id, secret, state, publicKey } = await addEndpoint(one)
  expect(state).toBe('UNPROVEN')
  expect((await endpointOf(one, id)).publicKey).toBe(publicKey)
  expect(JSON.stringify(await endpointOf(one, id))).not.toContain('whsec_')
  await faults(one)
  start()
  await vi.waitUntil(async () => (await endpointOf(one, id)).state === 'ACTIVE', soon)
  await faults(one)
  await vi.waitUntil(() => server.at(one.path, 'appliance.fault_began').length > 0, soon)
  expect(server.at(one.path).map(({ type }) => type)).toEqual(['endpoint.challenge', 'appliance.fault_began'])
  const [challenge, event] = server.at(one.path)
  for (const { headers, body } of [challenge, event] as ReceivedWebhook[]) {
    expect(new StandardWebhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body))
    expect(() => new SvixWebhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
    expect(isSignedBy(publicKey, { headers, body })).toBe(true)
    expect(isSignedBy(publicKey, { headers, body: `${body} ` })).toBe(false)
  }
  const log = await ask<{ items: PartnerEvent[] }>(one.token, 'GET /events?all=true')
  expect(log.items).toContainEqual(JSON.parse(event?.body ?? ''))
  expect(event?.headers['webhook-id']).toBe((JSON.parse(event?.body ?? '') as PartnerEvent).id)
})

/** Whether the signature `v1a` is valid: Ed25519 over the same text as `v1`. */
function isSignedBy(publicKey: string, { headers, body }: Pick<ReceivedWebhook, 'headers' | 'body'>): boolean {
  const x = Buffer.from(publicKey.replace('whpk_', ''), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signatures = String(headers['webhook-signature']).split(' ')
  const [signature = ''] = signatures.flatMap((one) => (one.startsWith('v1a,') ? [one.slice(4)] : []))
  const signed = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`
  return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'))
}

test('a message that is changed, foreign, or of a clock ten minutes away does not verify', async () => {
  const one = await shared()
  const { id, secret } = await provenEndpoint(one)
  await ask(one.token, `POST /endpoints/${id}/test`)
  await vi.waitUntil(() => server.at(one.path, 'endpoint.test').length === 1, soon)
  const { body, headers } = server.at(one.path, 'endpoint.test')[0] as ReceivedWebhook
  const verifyAs = (text: string, changed: object = {}, key = secret) =>
    new StandardWebhook(key).verify(text, { ...(headers as Record<string, string>), ...changed })
  expect(() => verifyAs(body)).not.toThrow()
  expect(() => verifyAs(`${body} `)).toThrow('No matching signature')
  expect(() => verifyAs(body, { 'webhook-id': 'other' })).toThrow('No matching signature')
  const other = await addEndpoint({ token: one.token, path: `${one.path}-other` })
  expect(() => verifyAs(body, {}, other.secret)).toThrow('No matching signature')
  const sentAt = Number(headers['webhook-timestamp'])
  for (const [ofReceiver, error] of [
    [sentAt + 600, 'too old'],
    [sentAt - 600, 'too new'],
  ] as const) {
    vi.setSystemTime(ofReceiver * 1000)
    expect(() => verifyAs(body)).toThrow(error)
    expect(() => new SvixWebhook(secret).verify(body, headers as Record<string, string>)).toThrow(error)
    expect(() => verifyAs(body, { 'webhook-timestamp': String(ofReceiver) })).toThrow('No matching signature')
  }
  vi.useRealTimers()
})

test.each([
  ['another text', 200, async () => startWebhookServer((challenge) => `not ${challenge}`)],
  ['404', 404, async () => ({ url: () => `${publicUrl}/wrong`, close: async () => {} })],
])(
  'an endpoint that answers the challenge by %s gets no event, and its developer sees why',
  async (_, status, open) => {
    const one = await shared()
    const other = await open()
    const { id } = await ask<Created>(one.token, 'POST /endpoints', { url: other.url('/') })
    start()
    await vi.waitUntil(async () => (await deliveriesOf(one))[0]?.status !== null, soon)
    expect(await deliveriesOf(one)).toMatchObject([{ type: 'endpoint.challenge', state: 'WAITING', status, tries: 1 }])
    expect((await endpointOf(one, id)).state).toBe('UNPROVEN')
    await other.close()
  },
)

test.each([
  'http://partner.example/hook',
  'https://partner.example:8443/hook',
  'https://10.0.0.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://metadata.internal/hook',
  'https://user:password@partner.example/hook',
  'ftp://partner.example/hook',
  'hook',
])('the address %s is refused', async (url) => {
  const { client, token } = await shared()
  await setState(client.id, 'approved')
  expect(await statusOf(token, 'POST /endpoints', { url })).toEqual([422, 'public-https'])
})

test('an approved client may not use this machine, also not with an endpoint of the time before', async () => {
  const one = await shared()
  await provenEndpoint(one)
  await setState(one.client.id, 'approved')
  expect(await statusOf(one.token, 'POST /endpoints', { url: server.url('/x') })).toEqual([422, 'public-https'])
  await faults(one)
  await vi.waitUntil(async () => (await deliveriesOf(one))[0]?.answer === 'The address is not allowed', soon)
  expect(server.at(one.path, 'appliance.fault_began')).toEqual([])
})

test("a client has 10 endpoints, and not those of others; a grant's token has none", async () => {
  const [one, other] = [await shared(), await shared('bert')]
  const { id } = await addEndpoint(one)
  for (let count = 1; count < 10; count += 1) await addEndpoint(one)
  expect(await statusOf(one.token, 'POST /endpoints', { url: server.url('/x') })).toEqual([422, 'endpoint-limit'])
  expect(await statusOf(other.token, `GET /endpoints/${id}`)).toEqual([404, 'not-found'])
  expect(await statusOf(other.token, `DELETE /endpoints/${id}`)).toEqual([404, 'not-found'])
  expect(await statusOf(other.token, `POST /endpoints/${id}/rotate-secret`)).toEqual([404, 'not-found'])
  expect(await statusOf(one.grantToken, 'GET /endpoints')).toEqual([403, 'insufficient-scope'])
})

test('each change of an endpoint, done or refused, leaves an audit record without its address and secret', async () => {
  const one = await shared()
  const { id, secret } = await addEndpoint(one)
  await endpointOf(one, id)
  await ask(one.token, `PATCH /endpoints/${id}`, { state: 'DISABLED' })
  await statusOf(one.token, `POST /endpoints/${id}/test`)
  await ask(one.token, `POST /endpoints/${id}/rotate-secret`)
  await ask(one.token, `DELETE /endpoints/${id}`)
  const records = fixture.auditRecords.filter(({ details }) => details['clientId'] === one.client.id)
  expect(records.map(({ actor, action, details, outcome }) => [actor, action, details['id'], outcome])).toEqual([
    ['company', 'partner.addEndpoint', undefined, 'done'],
    ['company', 'partner.changeEndpoint', id, 'done'],
    ['company', 'partner.testEndpoint', id, 'rule-broken'],
    ['company', 'partner.rotateSecret', id, 'done'],
    ['company', 'partner.removeEndpoint', id, 'done'],
  ])
  expect(JSON.stringify(records)).not.toMatch(`${one.path}|${secret}`)
})

test('a challenge that is answered after its endpoint was switched off does not switch it on', async () => {
  const one = await shared()
  const { id } = await addEndpoint(one)
  const [challenge] = await deliveriesOf(one)
  await ask(one.token, `PATCH /endpoints/${id}`, { state: 'DISABLED' })
  const now = new Date(clock.now())
  const result = { state: 'DELIVERED', dueAt: now, now, status: 200, answer: '', isSlow: false } as const
  await storeWebhookTryResult(pool, { deliveryId: challenge?.id ?? '', ...result })
  expect((await endpointOf(one, id)).state).toBe('DISABLED')
})

test('a change of an endpoint does not undo that it was switched off meanwhile', async () => {
  const one = await shared()
  const { id } = await provenEndpoint(one)
  const change = await inTransaction(pool, async (transaction) => {
    await disableEndpoint(transaction, { id, reason: 'gone', now: new Date(clock.now()) })
    const sent = ask(one.token, `PATCH /endpoints/${id}`, { types: ['grant.ended'] })
    await vi.waitUntil(isSomeoneWaiting, soon)
    return { sent }
  })
  expect(await change.sent).toMatchObject({ state: 'DISABLED', disabledReason: 'gone', types: ['grant.ended'] })
})

test.each([
  ['an endpoint that is off', "update partner_endpoint set state = 'DISABLED'"],
  ['an endpoint that has not proven itself', "update partner_endpoint set state = 'UNPROVEN'"],
  ['a client that is suspended', "update partner_client set state = 'suspended'"],
])('what waits for %s is not due', async (_, change) => {
  const one = await shared()
  await provenEndpoint(one)
  await running?.stop()
  running = null
  await faults(one)
  expect(await isAnyWebhookDue(pool, new Date(clock.now()))).toBe(true)
  await pool.query(change)
  expect(await isAnyWebhookDue(pool, new Date(clock.now()))).toBe(false)
})

/** Whether a statement in this database waits for a lock. */
async function isSomeoneWaiting(): Promise<boolean> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await pool.query(waiting)).rowCount !== 0
}

test('after a rotation both secrets sign for 24 hours', async () => {
  const one = await shared()
  const { id, secret } = await provenEndpoint(one)
  const { secret: newer } = await ask<Created>(one.token, `POST /endpoints/${id}/rotate-secret`)
  const verified = async (key: string): Promise<boolean> => {
    const before = server.at(one.path, 'endpoint.test').length
    await ask(one.token, `POST /endpoints/${id}/test`)
    await vi.waitUntil(() => server.at(one.path, 'endpoint.test').length > before, soon)
    const { body, headers } = server.at(one.path, 'endpoint.test').at(-1) as ReceivedWebhook
    vi.setSystemTime(clock.now())
    try {
      new StandardWebhook(key).verify(body, headers as Record<string, string>)
      return true
    } catch {
      return false
    } finally {
      vi.useRealTimers()
    }
  }
  expect([await verified(secret), await verified(newer)]).toEqual([true, true])
  await pool.query("update partner_endpoint set former_secret_until = former_secret_until - interval '25 hours'")
  expect([await verified(secret), await verified(newer)]).toEqual([false, true])
})

test('an endpoint that is away for 72 hours misses nothing, and gets each event under one id', async () => {
  const one = await shared()
  const { id } = await provenEndpoint(one)
  const down = (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end()
  server.answers.set(one.path, down)
  await faults(one, 3)
  for (let hour = 0; hour < 72; hour += 1) {
    await quiet()
    clock.ahead += hourMs
  }
  expect((await endpointOf({ token: await tokenOf(one.client) }, id)).failingSince).not.toBeNull()
  server.answers.delete(one.path)
  await faults(one)
  await quiet()
  const token = await tokenOf(one.client)
  expect(await deliveriesOf({ token }, '?state=WAITING')).toEqual([])
  expect(await deliveriesOf({ token }, '?state=FAILED')).toEqual([])
  const events = server.at(one.path).filter(({ type }) => type.startsWith('appliance.'))
  expect(new Set(events.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
  expect((await endpointOf({ token }, id)).failingSince).toBeNull()
})

/** Waits until no delivery is due or in progress. A delivery in progress becomes due again after a minute. */
async function quiet(): Promise<void> {
  await vi.waitUntil(async () => {
    const { rowCount } = await pool.query({
      text: `select from partner_delivery where state = 'WAITING' and due_at <= $1::timestamptz + interval '61 seconds'
        and (due_at <= $1 or due_at > $1::timestamptz + interval '6 seconds')`,
      values: [new Date(clock.now())],
    })
    return rowCount === 0
  }, soon)
}

test('status 410 switches an endpoint off, and its client gets an event about it elsewhere', async () => {
  const one = await shared()
  const { id } = await provenEndpoint(one)
  const other = { ...one, path: `${one.path}-other` }
  await provenEndpoint(other, { types: ['endpoint.disabled'] })
  server.answers.set(one.path, (_, response) => void response.writeHead(410).end())
  await faults(one, 2)
  await vi.waitUntil(async () => (await endpointOf(one, id)).state === 'DISABLED', soon)
  await writeEventLog({ pool, clock })
  await vi.waitUntil(() => server.at(other.path, 'endpoint.disabled').length === 1, soon)
  const { data } = JSON.parse(server.at(other.path, 'endpoint.disabled')[0]?.body ?? '') as PartnerEvent
  expect(data).toEqual({ applianceId: null, grantId: null, href: `${publicUrl}/partner/1/endpoints/${id}` })
  expect(await statusOf(one.token, `POST /endpoints/${id}/test`)).toEqual([422, 'disabled'])
  server.answers.delete(one.path)
  await ask(one.token, `PATCH /endpoints/${id}`, { state: 'ACTIVE' })
  await vi.waitUntil(async () => (await endpointOf(one, id)).state === 'ACTIVE', soon)
  const recovered = await ask(one.token, `POST /endpoints/${id}/recover`, { since: new Date(0).toISOString() })
  expect(recovered).toMatchObject({ isComplete: true })
  await vi.waitUntil(() => server.at(one.path, 'appliance.fault_ended').length > 0, soon)
})

test('after a day of failures the developer is notified once, after five days the endpoint is off', async () => {
  const one = await shared()
  const { id } = await provenEndpoint(one)
  server.answers.set(one.path, (_, response) => void response.writeHead(500).end('out of order'))
  await faults(one)
  await vi.waitUntil(async () => (await endpointOf(one, id)).failingSince !== null, soon)
  const warned: string[] = []
  const recordNotices: DeveloperNoticeRecorder = async (_, notices) =>
    warned.push(...notices.map(({ event }) => event.kind))
  const run = async (aheadMs: number) =>
    warnAndDisableFailingEndpoints({ pool, clock: { now: () => clock.now() + aheadMs }, recordNotices })
  await run(23 * hourMs)
  expect(warned).toEqual([])
  for (const hours of [25, 26, 119]) await run(hours * hourMs)
  expect(warned).toEqual(['webhooks-failing'])
  expect(await deliveriesOf(one, '?state=WAITING')).toMatchObject([{ status: 500, answer: 'out of order' }])
  await run(121 * hourMs)
  expect(await endpointOf(one, id)).toMatchObject({ state: 'DISABLED', disabledReason: 'failing' })
})

test('endpoints that hang delay no other endpoint', async () => {
  const [hostile, one] = [await shared(), await shared('bert')]
  start(3_000)
  for (let count = 0; count < 10; count += 1) await provenEndpoint({ ...hostile, path: `${hostile.path}-${count}` })
  for (let count = 0; count < 10; count += 1) server.answers.set(`${hostile.path}-${count}`, () => {})
  await faults(hostile, 100)
  await provenEndpoint(one)
  await faults(one, 40)
  await expect.poll(() => server.at(one.path).length, soon).toBe(41)
})

test('among 10,000 endpoints that fail, one that works gets its event', async () => {
  const one = await shared()
  await provenEndpoint(one)
  await running?.stop()
  running = null
  // Resets the mark of slow endpoints. On a busy machine, the late answer to the challenge may have caused this mark.
  await pool.query('update partner_endpoint set is_slow = false')
  await pool.query({
    text: `with k as (
        insert into partner_client (name, contact_email, redirect_uris, state, terms_version, created_at)
        select 'k', 'k@example.com', '{}', 'sandbox', '1', now() from generate_series(1, 1000) returning id
      ), p as (
        insert into partner_endpoint (id, client_id, url, state, secret, created_at, is_slow, failing_since)
        select gen_random_uuid(), k.id, 'http://127.0.0.1:1/', 'ACTIVE', (select secret from partner_endpoint), now(),
          true, now()
        from k, generate_series(1, 10) returning id
      )
      insert into partner_delivery (endpoint_id, created_at, due_at)
      select p.id, now(), now() - interval '1 hour' from p, generate_series(1, 2)`,
  })
  await faults(one)
  start()
  await expect.poll(() => server.at(one.path, 'appliance.fault_began').length, soon).toBe(1)
})

test('after a revocation nothing leaves, also of 1,000 queued deliveries, and what is under way is cut', async () => {
  const one = await shared()
  // The sender waits longer than `soon`, so that only the revocation can abort a delivery before the test fails.
  start(2 * soon.timeout)
  await provenEndpoint(one)
  server.answers.set(one.path, () => {})
  await faults(one, 1_000)
  const events = () => server.at(one.path).filter(({ type }) => type.startsWith('appliance.'))
  await vi.waitUntil(() => events().length > 0, soon)
  await pool.query({ text: 'update partner_grant set ended_at = now() where client_id = $1', values: [one.client.id] })
  await vi.waitUntil(() => events().every(({ isCut }) => isCut), soon)
  server.answers.delete(one.path)
  const recordReceipt = createTestReceiptRecorder().record
  await endLapsedGrants({ pool, clock, bus: { publish: async () => {} }, recordReceipt })
  await writeEventLog({ pool, clock })
  await vi.waitUntil(() => server.at(one.path, 'grant.ended').length === 1, soon)
  // An endpoint has at most 4 deliveries in progress. All of them were aborted.
  expect(events().length).toBeLessThanOrEqual(4)
  expect(await deliveriesOf(one)).toMatchObject([{ type: 'grant.ended' }, { type: 'endpoint.challenge' }])
})

test('a delivery can be sent again, under the same id', async () => {
  const one = await shared()
  const { id } = await provenEndpoint(one)
  await faults(one)
  await vi.waitUntil(async () => (await deliveriesOf(one, '?state=DELIVERED')).length === 2, soon)
  const [delivery] = await deliveriesOf(one)
  await ask(one.token, `POST /deliveries/${delivery?.id}/resend`)
  await vi.waitUntil(() => server.at(one.path, 'appliance.fault_began').length === 2, soon)
  const ids = server.at(one.path, 'appliance.fault_began').map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([delivery?.eventId, delivery?.eventId])
  const other = await shared('bert')
  expect(await statusOf(other.token, `POST /deliveries/${delivery?.id}/resend`)).toEqual([404, 'not-found'])
  await ask(one.token, `DELETE /endpoints/${id}`)
  expect(await deliveriesOf(one)).toEqual([])
})

test('a delivery that is sent again while it is under way is not sent twice at once', async () => {
  const one = await shared()
  const { id } = await provenEndpoint(one)
  const waiting: ServerResponse[] = []
  server.answers.set(one.path, (_, response) => void waiting.push(response))
  await faults(one)
  await vi.waitUntil(() => server.at(one.path, 'appliance.fault_began').length === 1, soon)
  const [delivery] = await deliveriesOf(one)
  await ask(one.token, `POST /deliveries/${delivery?.id}/resend`)
  await ask(one.token, `POST /endpoints/${id}/test`)
  await vi.waitUntil(() => server.at(one.path, 'endpoint.test').length === 1, soon)
  expect(server.at(one.path, 'appliance.fault_began')).toHaveLength(1)
  waiting.forEach((response) => response.end())
})

test('secrets of endpoints are encrypted in the database', async () => {
  const { secret } = await addEndpoint(await shared())
  const { rows } = await pool.query<{ secret: Buffer }>('select secret from partner_endpoint')
  expect(rows[0]?.secret.includes(Buffer.from(secret.slice('whsec_'.length)))).toBe(false)
})

test('the refusal of a body that is not JSON says what to send, and the OpenAPI document has the refusals', async () => {
  const token = await tokenOf(await registerClient())
  const answer = await fetch(`${publicUrl}/partner/1/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/xml' },
    body: '<url/>',
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    415,
    { fix: expect.stringContaining('application/json') },
  ])
  const document = await (await call('nobody', '/partner/1/openapi.json')).json()
  expect(document).toHaveProperty(['paths', '/partner/1/endpoints', 'post', 'responses', '422'])
  expect(document).toHaveProperty(['paths', '/partner/1/events', 'get', 'responses', '403'])
})

test('the OpenAPI document names each message as a webhook', async () => {
  const answer = await call('nobody', '/partner/1/openapi.json')
  const { webhooks } = (await answer.json()) as { webhooks: object }
  expect(Object.keys(webhooks)).toEqual([...partnerEventTypes, 'endpoint.test', 'endpoint.challenge'])
})
