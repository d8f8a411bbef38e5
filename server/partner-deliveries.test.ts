import { afterAll, expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import type { PartnerDelivery, WebhookEndpoint } from '#contract/partner-webhooks.ts'
import { storeWebhookTryResult } from './partners/webhooks/store.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.7: the attempts of a delivery, the rate limit of test deliveries, and which deliveries remain
// after a change of an endpoint.

const fixture = await createPartnersFixture()
const { call, registerClient, tokenOf } = fixture
const { pool } = fixture.database
afterAll(fixture.close)

const url = 'https://hooks.example.com/a'
const noon = Date.parse('2026-03-15T12:00:00Z')

async function clientWithEndpoint() {
  const token = await tokenOf(await registerClient())
  const send = async (method: string, path: string, body?: object) =>
    call(token, `/partner/1${path}`, { method, ...(body && { body }) })
  const { id } = (await (await send('POST', '/endpoints', { url })).json()) as WebhookEndpoint
  const deliveries = async () =>
    ((await (await send('GET', '/deliveries')).json()) as { items: PartnerDelivery[] }).items
  const endpoint = async () => (await (await send('GET', `/endpoints/${id}`)).json()) as WebhookEndpoint
  return { id, send, deliveries, endpoint }
}

/** Stores a failed attempt of a waiting delivery, `minute` minutes after noon. */
async function fail(deliveryId: string, { minute, status = 503 }: { minute: number; status?: number | null }) {
  const now = new Date(noon + minute * minuteMs)
  const answer = `try ${minute}`
  await storeWebhookTryResult(pool, { deliveryId, state: 'WAITING', dueAt: now, now, status, answer, isSlow: true })
}

test('a delivery lists its last 10 tries, newest first, also after it was sent again', async () => {
  const { id, send, deliveries } = await clientWithEndpoint()
  const [delivery] = await deliveries()
  const deliveryId = delivery?.id ?? ''
  expect(delivery?.results).toEqual([])
  await fail(deliveryId, { minute: 0, status: null })
  await fail(deliveryId, { minute: 1 })
  expect((await deliveries())[0]).toMatchObject({
    status: 503,
    answer: 'try 1',
    results: [
      { at: '2026-03-15T12:01:00.000Z', status: 503, answer: 'try 1' },
      { at: '2026-03-15T12:00:00.000Z', status: null, answer: 'try 0' },
    ],
  })
  for (let minute = 2; minute < 13; minute += 1) await fail(deliveryId, { minute })
  const minutes = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]
  expect((await deliveries())[0]?.results.map(({ answer }) => answer)).toEqual(minutes.map((minute) => `try ${minute}`))
  await pool.query({ text: `update partner_endpoint set state = 'ACTIVE' where id = $1`, values: [id] })
  const resent = (await (await send('POST', `/deliveries/${deliveryId}/resend`)).json()) as PartnerDelivery
  expect([resent.tries, resent.results.length]).toEqual([0, 10])
})

test('an endpoint is tested at most 10 times a minute', async () => {
  const [one, other] = [await clientWithEndpoint(), await clientWithEndpoint()]
  const testOf = async ({ id, send }: typeof one) => send('POST', `/endpoints/${id}/test`)
  for (let count = 0; count < 10; count += 1) expect((await testOf(one)).status).toBe(201)
  const refused = await testOf(one)
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'too-many-requests' }])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('ratelimit')).toMatch(/^"partner";r=10\d;/u)
  expect((await testOf(other)).status).toBe(201)
})

test('a change of an endpoint resets its failures only with another address', async () => {
  const { send, deliveries, endpoint, id } = await clientWithEndpoint()
  await fail((await deliveries())[0]?.id ?? '', { minute: 0 })
  const failing = { failingSince: '2026-03-15T12:00:00.000Z' }
  const changed = async (change: object) => (await send('PATCH', `/endpoints/${id}`, change)).json()
  expect(await endpoint()).toMatchObject(failing)
  expect(await changed({ types: ['grant.ended'] })).toMatchObject(failing)
  expect(await changed({ url })).toMatchObject(failing)
  expect(await changed({ state: 'ACTIVE' })).toMatchObject(failing)
  expect(await changed({ url: `${url}b` })).toMatchObject({ failingSince: null })
})
