import { afterAll, expect, test } from 'vitest'
import type { PartnerDelivery } from '#contract/partner-webhooks.ts'
import type { PartnerProgram } from '#contract/programs.ts'
import { createPartnersFixture } from '#test/partners/partners-fixture.ts'

// Specification 27.8: the webhook deliveries of a program, for its developer.

const fixture = await createPartnersFixture()
const { call } = fixture
const { pool } = fixture.database
afterAll(fixture.close)

/** Creates a program with an endpoint and `count` failed deliveries; the last one has `answer`. */
async function programWithDeliveries(as: string, { answer = 'out of order', count = 1 } = {}) {
  const body = {
    name: 'Warm Advice',
    contactEmail: 'developer@example.com',
    clientType: 'confidential',
    redirectUris: ['https://partner.example/callback'],
    acceptedTerms: '1',
    isGatekeeper: false,
  }
  const registered = await call(as, '/api/2/programs', { method: 'POST', body })
  const { program } = (await registered.json()) as { program: PartnerProgram }
  await pool.query({
    text: `with p as (
        insert into partner_endpoint (id, client_id, url, state, secret, created_at)
        values (gen_random_uuid(), $1, 'https://partner.example/hook', 'ACTIVE', '\\x00', now()) returning id
      )
      insert into partner_delivery (endpoint_id, state, tries, created_at, due_at, tried_at, status, answer)
      select p.id, 'FAILED', 10, now() - n * interval '1 minute', now(), now(), 500, $2
      from p, generate_series(1, $3::int) n`,
    values: [program.id, answer, count],
  })
  return { id: program.id, url: `/api/2/programs/${program.id}/deliveries` }
}

async function deliveriesAt(url: string, as: string): Promise<PartnerDelivery[]> {
  return ((await (await call(as, url)).json()) as { items: PartnerDelivery[] }).items
}

test('a developer reads the newest 20 deliveries with their last answer', async () => {
  const { url } = await programWithDeliveries('dan', { count: 25 })
  const items = await deliveriesAt(url, 'dan')
  expect(items).toHaveLength(20)
  const newest = { type: 'endpoint.test', state: 'FAILED', tries: 10, status: 500, answer: 'out of order', dueAt: null }
  expect(items[0]).toMatchObject(newest)
  const created = items.map(({ createdAt }) => createdAt)
  expect(created).toEqual(created.toSorted().toReversed())
})

test('a developer sends a delivery again, if its endpoint is active', async () => {
  const { id, url } = await programWithDeliveries('eve')
  const [delivery] = await deliveriesAt(url, 'eve')
  const resend = async () => call('eve', `${url}/${delivery?.id}/resend`, { method: 'POST' })
  const sent = await resend()
  expect([sent.status, await sent.json()]).toMatchObject([201, { id: delivery?.id, state: 'WAITING', tries: 0 }])
  await pool.query({ text: "update partner_endpoint set state = 'DISABLED' where client_id = $1", values: [id] })
  const refused = await resend()
  expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ code: 'not-active' }] }])
})

test('after the operator has suspended a program, its developer reads its deliveries and sends none', async () => {
  const { id, url } = await programWithDeliveries('fay')
  await pool.query({ text: "update partner_client set state = 'suspended' where id = $1", values: [id] })
  const [delivery] = await deliveriesAt(url, 'fay')
  const refused = await call('fay', `${url}/${delivery?.id}/resend`, { method: 'POST' })
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'program-closed' }])
})

test('nobody else reads or sends deliveries, also not by a program of their own', async () => {
  const { url } = await programWithDeliveries('gil')
  const [delivery] = await deliveriesAt(url, 'gil')
  const own = await programWithDeliveries('hal')
  const answers = await Promise.all([
    call('hal', url),
    call('hal', `${url}/${delivery?.id}/resend`, { method: 'POST' }),
    call('hal', `${own.url}/${delivery?.id}/resend`, { method: 'POST' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
})
