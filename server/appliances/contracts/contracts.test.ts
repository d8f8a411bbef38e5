import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { upsertCompanies, upsertSupportCompanies } from '#server/operator/store.ts'
import { claimBodyOf, registerTestGateways } from '#test/appliances.ts'
import { berlinAddress, createServiceFixture, unknownId, viennaAddress } from '#test/service-fixture.ts'

const { database, bus, time, send, putAddress, applianceOf, connectionOf, eventsOf, close } =
  await createServiceFixture()
const { pool } = database

const ids = {
  prompt: '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55',
  byHand: '0d6b2f3c-1e55-4d0b-8a9c-7f4ae6a23df3',
  german: '11111111-1e55-4d0b-8a9c-7f4ae6a23df3',
  otherBrand: '22222222-1e55-4d0b-8a9c-7f4ae6a23df3',
  support: '33333333-1e55-4d0b-8a9c-7f4ae6a23df3',
  germanSupport: '44444444-1e55-4d0b-8a9c-7f4ae6a23df3',
  birchSupport: '55555555-1e55-4d0b-8a9c-7f4ae6a23df3',
} as const

beforeAll(async () => {
  const company = {
    name: 'Huber',
    email: null,
    phone: null,
    street1: 'Ring 1',
    street2: null,
    postalCode: '1010',
    city: 'Wien',
    country: 'AT' as const,
    brands: ['cedar'],
    acceptsAutomatically: true,
  }
  await upsertCompanies(pool, [
    { ...company, id: ids.prompt },
    { ...company, id: ids.byHand, acceptsAutomatically: false },
    { ...company, id: ids.german, country: 'DE' },
    { ...company, id: ids.otherBrand, brands: ['birch'] },
  ])
  await upsertSupportCompanies(pool, [
    { id: ids.support, country: 'AT', brand: 'cedar', url: 'https://support.example/cedar/at' },
    { id: ids.germanSupport, country: 'DE', brand: 'cedar', url: 'https://support.example/cedar/de' },
    { id: ids.birchSupport, country: 'AT', brand: 'birch', url: 'https://support.example/birch/at' },
  ])
})

afterAll(close)

type RequestChange = { companyId?: string; companyType?: string; permission?: string }

async function post(...[as, gatewayId, change = {}, language]: [string, string, (RequestChange | string)?, string?]) {
  const body =
    typeof change === 'string'
      ? change
      : { companyId: ids.prompt, companyType: 'SUPPORT', permission: 'FULL_ACCESS', ...change }
  const url = `/api/2/connections/${gatewayId}/companies`
  return send({ as, method: 'POST', url, body, ...(language !== undefined && { language }) })
}

async function withdraw(as: string, gatewayId: string, companyId: string) {
  return send({ as, method: 'DELETE', url: `/api/2/connections/${gatewayId}/companies/${companyId}` })
}

async function patch(...[as, gatewayId, companyId, body]: [string, string, string, unknown?]) {
  const url = `/api/2/connections/${gatewayId}/companies/${companyId}`
  return send({ as, method: 'PATCH', url, language: 'cs', ...(body !== undefined && { body }) })
}

async function addressed(people: readonly string[] = ['olga']): Promise<string> {
  const id = await applianceOf(people)
  expect((await putAddress(people[0] ?? '', id, viennaAddress)).statusCode).toBe(200)
  return id
}

async function answerAs(gatewayId: string, status: string): Promise<void> {
  await pool.query('update contract set status = $2 where gateway_id = $1 and ended_at is null', [gatewayId, status])
}

async function contractsOf(gatewayId: string) {
  return (await connectionOf('olga', gatewayId)).service.contracts
}

test('a repeated contract request with the same key gets the first answer and creates no second contract', async () => {
  const id = await addressed()
  const request = {
    as: 'olga',
    method: 'POST',
    url: `/api/2/connections/${id}/companies`,
    body: { companyId: ids.prompt, companyType: 'SUPPORT', permission: 'FULL_ACCESS' },
    headers: { 'idempotency-key': 'contract' },
  }
  const answers = await Promise.all([send(request), send(request), send(request)])
  const again = await send(request)
  const first = answers.find(({ statusCode }) => statusCode === 201)
  expect([again.statusCode, again.body]).toEqual([201, first?.body])
  expect((await eventsOf(id)).filter((event) => event.startsWith('contract-added'))).toHaveLength(1)
})

test('a repeated claim with the same key gets the first answer', async () => {
  await registerTestGateways(database, ['700000001'])
  const request = { as: 'olga', method: 'POST', url: '/api/2/connections', body: claimBodyOf('700000001') }
  const headers = { 'idempotency-key': 'claim' }
  const first = await send({ ...request, headers })
  expect(first.statusCode).toBe(201)
  expect((await send({ ...request, headers })).body).toBe(first.body)
  expect((await send(request)).json()).toMatchObject({ code: 'already-added' })
})

test('a provider that accepts automatically is active at once', async () => {
  const id = await addressed(['olga', 'viktor'])
  const answer = await post('olga', id)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({
    companyType: 'SUPPORT',
    company: {
      id: ids.prompt,
      name: 'Huber',
      address: { street: ['Ring 1'], postalCode: '1010', city: 'Wien', country: 'AT' },
    },
    status: 'ACTIVE',
    permission: 'FULL_ACCESS',
    hasLatestConsentVersion: true,
  })
  expect(await contractsOf(id)).toEqual([answer.json()])
  expect((await connectionOf('viktor', id)).service.contracts).toEqual([answer.json()])
})

test('a provider that does not is pending until it answers', async () => {
  const id = await addressed()
  expect((await post('olga', id, { companyId: ids.byHand })).json()).toMatchObject({ status: 'PENDING' })
})

test('the API accepts both permissions for a provider', async () => {
  const id = await addressed()
  expect((await post('olga', id, { permission: 'NOTIFICATIONS' })).json()).toMatchObject({
    permission: 'NOTIFICATIONS',
  })
})

test('customer support is connected in addition to the provider, active and with full access', async () => {
  const id = await addressed()
  await post('olga', id)
  const answer = await post('olga', id, { companyId: ids.support, companyType: 'ASA' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({
    companyType: 'ASA',
    company: { id: ids.support, country: 'AT', brand: 'cedar', url: 'https://support.example/cedar/at' },
    status: 'ACTIVE',
    permission: 'FULL_ACCESS',
    hasLatestConsentVersion: true,
  })
  expect((await contractsOf(id)).map(({ companyType }) => companyType)).toEqual(['ASA', 'SUPPORT'])
})

test('customer support with less than full access is refused', async () => {
  const id = await addressed()
  const answer = await post('olga', id, { companyId: ids.support, companyType: 'ASA', permission: 'NOTIFICATIONS' })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ errors: [{ path: 'permission', code: 'full-access-only' }] })
  expect(await contractsOf(id)).toEqual([])
})

test('without an address there is no contract', async () => {
  const id = await applianceOf(['olga'])
  for (const change of [{}, { companyId: ids.support, companyType: 'ASA' }]) {
    const answer = await post('olga', id, change)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'address-missing' })
  }
  expect(await contractsOf(id)).toEqual([])
})

test.each([
  ['a provider of another country', { companyId: ids.german }, 'other-country'],
  ['a provider of another brand', { companyId: ids.otherBrand }, 'other-brand'],
  ['an unknown company', { companyId: unknownId }, 'unknown-company'],
  ['customer support as a provider', { companyId: ids.support }, 'unknown-company'],
  ['a provider as customer support', { companyType: 'ASA' }, 'unknown-company'],
  ['customer support of another country', { companyId: ids.germanSupport, companyType: 'ASA' }, 'other-country'],
  ['customer support of another brand', { companyId: ids.birchSupport, companyType: 'ASA' }, 'other-brand'],
])('%s is refused', async (_what, change, code) => {
  const id = await addressed()
  const answer = await post('olga', id, change)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ code: 'invalid-request', errors: [{ path: 'companyId', code }] })
  expect(await contractsOf(id)).toEqual([])
})

test('the same provider added twice in parallel makes one contract', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await addressed()
    const answers = await Promise.all(
      [ids.prompt, ids.prompt, ids.byHand, ids.prompt].map(async (companyId) => post('olga', id, { companyId })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'provider-exists' })
    expect(await contractsOf(id)).toHaveLength(1)
  }
})

test('customer support added twice in parallel makes one contract', async () => {
  const id = await addressed()
  const change = { companyId: ids.support, companyType: 'ASA' }
  const answers = await Promise.all([post('olga', id, change), post('olga', id, change), post('olga', id, change)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'support-exists' })
})

test('an address and a provider of its old country never coexist, in any order', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await addressed()
    await Promise.all([post('olga', id), putAddress('olga', id, berlinAddress)])
    const { address, contracts } = (await connectionOf('olga', id)).service
    expect(contracts.length === 0 || address?.country === 'AT').toBe(true)
  }
})

test('a second provider is refused while the first is active or pending, and may replace one that declined', async () => {
  const id = await addressed()
  for (const status of ['ACTIVE', 'PENDING']) {
    await post('olga', id, { companyId: ids.byHand })
    await answerAs(id, status)
    expect((await post('olga', id)).json()).toMatchObject({ code: 'provider-exists' })
  }
  await answerAs(id, 'DECLINED')
  expect((await contractsOf(id))[0]).toMatchObject({ status: 'DECLINED' })
  expect((await post('olga', id)).statusCode).toBe(201)
  expect(await contractsOf(id)).toMatchObject([{ company: { id: ids.prompt }, status: 'ACTIVE' }])
  expect(await eventsOf(id)).toEqual([
    'address-added by olga',
    'contract-added by olga',
    'contract-replaced by olga',
    'contract-added by olga',
  ])
})

test('a contract ends when the owner deletes it, and a repeated deletion finds nothing', async () => {
  const id = await addressed()
  await post('olga', id)
  await post('olga', id, { companyId: ids.support, companyType: 'ASA' })
  expect((await withdraw('olga', id, ids.support)).statusCode).toBe(204)
  expect((await contractsOf(id)).map(({ companyType }) => companyType)).toEqual(['SUPPORT'])
  expect((await withdraw('olga', id, ids.prompt.toUpperCase())).statusCode).toBe(204)
  expect((await withdraw('olga', id, ids.prompt)).statusCode).toBe(404)
  expect(await contractsOf(id)).toEqual([])
  const { rows } = await pool.query(
    'select k.ended_at, p.subject from contract k join person p on p.id = k.ended_by where gateway_id = $1',
    [id],
  )
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ ended_at: new Date(time.ms), subject: 'olga' })))
  expect((await putAddress('olga', id, berlinAddress)).statusCode).toBe(200)
})

test('each consent is stored with version, language, time and person', async () => {
  const id = await addressed()
  await post('olga', id, {}, 'de-AT,de;q=0.9,en;q=0.5')
  await pool.query(`update contract set consent_version = '1' where gateway_id = $1`, [id])
  await pool.query(
    `update consent set version = '1' where contract_id in (select id from contract where gateway_id = $1)`,
    [id],
  )
  expect((await contractsOf(id))[0]).toMatchObject({ hasLatestConsentVersion: false })
  time.ms += 60_000
  const answer = await patch('olga', id, ids.prompt)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ companyType: 'SUPPORT', hasLatestConsentVersion: true })
  const { rows } = await pool.query(
    `select c.version, c.language, c.given_at, p.subject from consent c
     join contract k on k.id = c.contract_id join person p on p.id = c.given_by
     where k.gateway_id = $1 order by c.id`,
    [id],
  )
  expect(rows).toEqual([
    { version: '1', language: 'de', given_at: new Date(time.ms - 60_000), subject: 'olga' },
    { version: '2', language: 'cs', given_at: new Date(time.ms), subject: 'olga' },
  ])
  expect(await eventsOf(id)).toEqual(['address-added by olga', 'contract-added by olga', 'consent-renewed by olga'])
})

test('a repeated consent is the same consent', async () => {
  const id = await addressed()
  await post('olga', id)
  const answers = [await patch('olga', id, ids.prompt, {}), await patch('olga', id, ids.prompt)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const { rows } = await pool.query(
    'select from consent c join contract k on k.id = c.contract_id where k.gateway_id = $1',
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('the record of accesses has who could do what, under which consent, from when until when', async () => {
  const id = await addressed()
  const start = time.ms
  await post('olga', id, {}, 'de')
  await pool.query(`update contract set consent_version = '1' where gateway_id = $1`, [id])
  time.ms += 1000
  await patch('olga', id, ids.prompt)
  time.ms += 1000
  await withdraw('olga', id, ids.prompt)
  await post('olga', id, { companyId: ids.byHand })
  const { rows } = await pool.query(
    `select party, permission, consent_version, language, since, until from service_access where gateway_id = $1
     order by since`,
    [id],
  )
  const access = { party: 'Huber', permission: 'FULL_ACCESS', consent_version: '2' }
  expect(rows).toEqual([
    { ...access, language: 'de', since: new Date(start), until: new Date(start + 1000) },
    { ...access, language: 'cs', since: new Date(start + 1000), until: new Date(start + 2000) },
  ])
})

test('a declined contract accepts no consent', async () => {
  const id = await addressed()
  await post('olga', id, { companyId: ids.byHand })
  await answerAs(id, 'DECLINED')
  expect((await patch('olga', id, ids.byHand)).statusCode).toBe(404)
  expect((await withdraw('olga', id, ids.byHand)).statusCode).toBe(204)
})

test('each change is published to the pages, and a refused one is not', async () => {
  const id = await addressed()
  const busMessages: BusMessage[] = []
  const subscription = await bus.subscribe({
    onMessages: (messages) => void busMessages.push(...messages),
    onResync: () => {},
  })
  await post('olga', id)
  await post('olga', id)
  await withdraw('olga', id, ids.prompt)
  await withdraw('olga', id, ids.prompt)
  await send({ as: 'olga', method: 'DELETE', url: `/api/2/connections/${id}` })
  const notification = { kind: 'service', gatewayId: id }
  await expect
    .poll(() => busMessages)
    .toEqual([notification, notification, { kind: 'access', gatewayId: id }, notification])
  subscription.close()
})

test('when the owner leaves, the contracts end, with a record of the person', async () => {
  const id = await addressed(['olga', 'viktor'])
  await post('olga', id)
  await send({ as: 'olga', method: 'DELETE', url: `/api/2/connections/${id}` })
  const { service } = await connectionOf('viktor', id)
  expect(service).toMatchObject({ canEditContract: false, address: null, contracts: [] })
  expect(await eventsOf(id)).toEqual([
    'address-added by olga',
    'contract-added by olga',
    'address-erased by olga',
    'contract-ended by olga',
  ])
})

test('a viewer may read all and change nothing; for others the appliance does not exist', async () => {
  const id = await addressed(['olga', 'viktor'])
  await post('olga', id)
  const before = await connectionOf('olga', id)
  const verbs = (as: string, gatewayId: string) => [
    post(as, gatewayId, { companyId: ids.support, companyType: 'ASA' }),
    patch(as, gatewayId, ids.prompt),
    withdraw(as, gatewayId, ids.prompt),
  ]
  for (const answer of await Promise.all(verbs('viktor', id))) {
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ code: 'not-owner' })
  }
  const [foreign, unknown] = [await Promise.all(verbs('stranger', id)), await Promise.all(verbs('stranger', unknownId))]
  expect(foreign.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect(foreign.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body))
  expect(await connectionOf('olga', id)).toEqual(before)
})

test('a company of another appliance is not found under this one', async () => {
  const [id, other] = [await addressed(), await addressed(['stranger'])]
  await post('stranger', other)
  expect((await withdraw('olga', id, ids.prompt)).statusCode).toBe(404)
  expect((await patch('olga', id, ids.prompt)).statusCode).toBe(404)
  expect((await connectionOf('stranger', other)).service.contracts).toHaveLength(1)
})

test.each([
  ['{', 400],
  ['[]', 400],
  [{ companyId: 5 as unknown as string }, 400],
  [{ companyType: 'support' }, 400],
  [{ companyType: 'OWNER' }, 400],
  [{ permission: 'ADMIN' }, 400],
  [{ canEditContract: true } as RequestChange, 400],
  [{ status: 'ACTIVE' } as RequestChange, 400],
  [{ connectionStatus: 'ACTIVE' } as RequestChange, 400],
  [{ hasLatestConsentVersion: true } as RequestChange, 400],
  [{ sub: 'stranger' } as RequestChange, 400],
  [{ companyId: '1' }, 422],
  [{ companyId: `${ids.prompt}' or '1'='1` }, 422],
])('a contract that breaks shape or rule is refused: %j', async (change, status) => {
  const id = await addressed()
  const answer = await post('olga', id, change)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ status, code: 'invalid-request' })
  expect(await contractsOf(id)).toEqual([])
})

test('a consent with any content is refused', async () => {
  const id = await addressed()
  await post('olga', id)
  for (const body of [{ hasLatestConsentVersion: true }, { version: '9' }, [], 'x', '{"__proto__":1}']) {
    expect((await patch('olga', id, ids.prompt, body)).statusCode).toBe(400)
  }
})

test('refusals come in the order 401, scope, 404, not the owner, 422, 409', async () => {
  const id = await applianceOf(['olga', 'viktor'])
  const url = `/api/2/connections/${id}/companies`
  const unknown = { companyId: unknownId }
  const answers = [
    await send({ method: 'POST', url, body: '{' }),
    await post('viktor-without-gateway.users', id, '{'),
    await post('stranger', id, unknown),
    await post('viktor', id, unknown),
    await post('olga', id, unknown),
    await post('olga', id),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 404, 403, 422, 409])
  for (const method of ['PATCH', 'DELETE']) {
    const request = { method, url: `${url}/${ids.prompt}` }
    expect((await send(request)).statusCode).toBe(401)
    expect((await send({ ...request, as: 'olga-without-gateway.users' })).statusCode).toBe(403)
    expect((await send({ ...request, as: 'olga', url: `${url}/1` })).statusCode).toBe(404)
  }
})
