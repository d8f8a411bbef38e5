import { afterAll, expect, test } from 'vitest'
import { type PartnerEndpoint, partnerApi } from '#contract/partner-api.ts'
import { storedAnswerLifetimeMs } from './http/kept-answers/idempotent-request-runner.ts'
import { deleteExpiredSealedAnswers } from './partners/api/kept-answers/store.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.5 and 13.11: if a client repeats a POST request with its Idempotency-Key, the portal does the work
// only once.

const fixture = await createPartnersFixture()
const { call, registerClient, tokenOf } = fixture
const { pool } = fixture.database
afterAll(fixture.close)

const endpoints = '/partner/1/endpoints'
const url = 'https://hooks.example.com/a'

async function newClient() {
  const client = await registerClient()
  const token = await tokenOf(client)
  const post = async (path: string, key?: string, body?: object) =>
    call(token, path, { method: 'POST', body, ...(key !== undefined && { key }) })
  const add = async (key?: string, body: object = { url }) => post(endpoints, key, body)
  const count = async () => ((await (await call(token, endpoints)).json()) as { items: object[] }).items.length
  return { client, token, post, add, count }
}

/** Creates a client with an active endpoint and a failed delivery. */
async function withEndpoint() {
  const own = await newClient()
  const { id } = (await (await own.add()).json()) as { id: string }
  await pool.query({ text: `update partner_endpoint set state = 'ACTIVE' where id = $1`, values: [id] })
  const { rows } = await pool.query<{ id: string }>({
    text: `update partner_delivery set state = 'FAILED' where endpoint_id = $1 returning id`,
    values: [id],
  })
  const appliances = await pool.query<{ id: string }>({
    text: `insert into partner_test_appliance (client_id, name, appliance_type, status, since)
      values ($1, 'Boiler', 'BOILER', 'WORKING', now()) returning id`,
    values: [own.client.id],
  })
  expect(appliances.rowCount).toBe(1)
  const { items } = (await (await call(own.token, '/partner/1/sandbox/appliances')).json()) as {
    items: { id: string }[]
  }
  return { ...own, ids: { endpoint: id, delivery: rows[0]?.id ?? '', appliance: items[0]?.id ?? '' } }
}

test('the same key and request get the first answer, and the endpoint is added once', async () => {
  const { add, count, client } = await newClient()
  const answers = [await add('k'), await add('k'), await add('k', { types: null, url })]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 422])
  const [first, repeat] = [await answers[0]?.text(), await answers[1]?.text()]
  expect(repeat).toBe(first)
  expect(first).toMatch(/"secret":"whsec_/u)
  expect(await count()).toBe(1)
  const outcomes = fixture.auditRecords
    .filter(({ action, details }) => action === 'partner.addEndpoint' && details['clientId'] === client.id)
    .map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['done', 'repeated', 'idempotency-mismatch'])
})

test('another request with the key is 422 idempotency-mismatch, and says what to do', async () => {
  const { add, post, count } = await newClient()
  const { id } = (await (await add('k')).json()) as { id: string }
  for (const answer of [await add('k', { url: `${url}b` }), await post(`${endpoints}/${id}/test`, 'k')]) {
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'idempotency-mismatch', fix: expect.stringContaining('Key') })
  }
  expect(await count()).toBe(1)
})

test('the keys of different clients are independent', async () => {
  const [one, other] = [await newClient(), await newClient()]
  await one.add('k')
  expect((await other.add('k', { url: `${url}b` })).status).toBe(201)
})

const posts = (Object.values(partnerApi) as PartnerEndpoint[]).filter(({ method }) => method === 'POST')
const bodies: Readonly<Record<string, object>> = {
  [endpoints]: { url: `${url}b` },
  [`${endpoints}/:id/recover`]: { since: '2026-01-01T00:00:00Z' },
  '/partner/1/sandbox/appliances/:id/make': { fault: 'E104' },
}
const idNames = { endpoints: 'endpoint', deliveries: 'delivery', sandbox: 'appliance' } as const

test.each(posts.map(({ path }) => path))('a repeat of POST %s gets the first answer', async (path) => {
  const { post, ids } = await withEndpoint()
  const name = idNames[path.split('/')[3] as keyof typeof idNames]
  const target = path.replace(':id', ids[name])
  const send = async () => post(target, 'k', bodies[path])
  const [first, repeat] = [await send(), await send()]
  expect([first.status, repeat.status], await first.clone().text()).toEqual([201, 201])
  expect(await repeat.text()).toBe(await first.text())
  expect((await post(target, 'another', bodies[path])).status).toBe(201)
})

test('the same key sent 20 times at once adds one endpoint', async () => {
  const { add, count } = await newClient()
  const answers = await Promise.all(Array.from({ length: 20 }, async () => add('k')))
  const done = answers.filter(({ status }) => status === 201)
  expect(new Set(await Promise.all(done.map(async (one) => one.text()))).size).toBe(1)
  const refused = await Promise.all(
    answers.filter(({ status }) => status !== 201).map(async (one) => (await one.json()) as { code: string }),
  )
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(refused.length === 0 ? [] : ['in-progress']))
  expect(await count()).toBe(1)
})

test('a refusal is kept, and its work is not done later', async () => {
  const { add, count } = await newClient()
  const wrong = { url: 'https://10.0.0.1/a' }
  const [first, repeat] = [await add('k', wrong), await add('k', wrong)]
  expect([first.status, repeat.status]).toEqual([422, 422])
  expect(await repeat.json()).toMatchObject({ errors: [{ path: 'url', code: 'public-https' }] })
  expect(await count()).toBe(0)
})

test.each(['', 'a b', 'x'.repeat(65)])('%j is not a valid key', async (key) => {
  const { add, count } = await newClient()
  const answer = await add(key)
  expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ path: 'Idempotency-Key' }] }])
  expect(await count()).toBe(0)
})

test('the database has no readable secret, and an answer is deleted after 24 hours', async () => {
  const { add, client, count } = await newClient()
  const { secret } = (await (await add('k')).json()) as { secret: string }
  const stored = async () =>
    (await pool.query({ text: 'select body from partner_answer where client_id = $1', values: [client.id] })).rows as {
      body: Buffer
    }[]
  expect((await stored()).map(({ body }) => body.includes(secret))).toEqual([false])
  await pool.query({
    text: `update partner_answer set kept_at = kept_at - interval '24 hours' where client_id = $1`,
    values: [client.id],
  })
  expect((await add('k', { url: `${url}b` })).status).toBe(201)
  expect(await count()).toBe(2)
  await deleteExpiredSealedAnswers(pool, new Date(Date.now() - storedAnswerLifetimeMs))
  expect(await stored()).toHaveLength(1)
  await deleteExpiredSealedAnswers(pool, new Date())
  expect(await stored()).toEqual([])
})
