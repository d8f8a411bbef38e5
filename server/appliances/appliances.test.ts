import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Connection, ConnectionList } from '#contract/appliance.ts'
import { hourMs, minuteMs } from '#contract/durations.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { type TestApi, createTestApi } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { createClaimThrottle } from './claim/claim-throttle.ts'
import { addApplianceRoutes } from './routes.ts'
import {
  claimBodyOf,
  registerTestGateways,
  registryKey,
  storeFaultReport,
  createTestApplianceStore,
} from '#test/appliances.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'

const database = await createTestDatabase()
const log = pino({ level: 'silent' })
const bus = createPostgresBus({ url: database.url, log })
const time = { ms: Date.parse('2026-03-01T10:00:00Z') }
const clock = { now: () => time.ms }
const { send, app }: TestApi = await createTestApi((add) =>
  addApplianceRoutes(add, {
    database,
    persons: createPersonDirectory(database),
    bus,
    clock,
    registryKey,
    appliances: createTestApplianceStore({ db: database.pool, clock, consentVersion: '2' }),
    recordReceipt: createTestReceiptRecorder().record,
    throttle: createClaimThrottle(database.pool, log),
    recordDailyAct: () => {},
  }),
)

let nextSerial = 100_000_000

beforeEach(async () => {
  await database.pool.query('truncate gateway, rate_limit cascade')
})

afterEach(() => void vi.useRealTimers())

afterAll(async () => {
  await app.close()
  await bus.close()
  await database.close()
})

async function registered(options?: Parameters<typeof registerTestGateways>[2]): Promise<string> {
  const serial = String(nextSerial++)
  await registerTestGateways(database, [serial], options)
  return serial
}

async function claim(as: string, serial: string): Promise<Connection> {
  time.ms += 1000
  const answer = await send({ as, method: 'POST', url: '/api/2/connections', body: claimBodyOf(serial) })
  expect(answer.statusCode).toBe(201)
  return answer.json<Connection>()
}

async function list(as: string, query = ''): Promise<ConnectionList> {
  const answer = await send({ as, url: `/api/2/connections${query}` })
  expect(answer.statusCode).toBe(200)
  return answer.json<ConnectionList>()
}

const remove = async (as: string, id: string) => send({ as, method: 'DELETE', url: `/api/2/connections/${id}` })

test('the first person to add an appliance is its owner, the others are viewers', async () => {
  const serial = await registered()
  const [own, seen] = [await claim('owner', serial), await claim('viewer', serial)]
  expect(own).toEqual({
    id: expect.any(String),
    name: null,
    type: 'rrc1',
    applianceType: 'BOILER',
    gatewayStatus: 'UNKNOWN',
    statusSince: null,
    faultCode: null,
    severity: null,
    lastEmergencyAt: null,
    role: 'OWNER',
    statusSeq: 0,
    seq: own.service.seq,
    credentials: { serial },
    service: { canEditContract: true, address: null, contracts: [], seq: expect.any(Number) },
  })
  const { seq } = seen
  expect(seen).toEqual({ ...own, role: 'VIEWER', seq, service: { ...own.service, canEditContract: false, seq } })
})

test('an appliance that is removed and added again has a larger seq than before', async () => {
  const serial = await registered()
  const before = await claim('owner', serial)
  await remove('owner', before.id)
  const { service } = await claim('owner', serial)
  expect(service.seq).toBeGreaterThan(before.service.seq ?? Infinity)
})

test('the list is newest first by the time this user added it, and only their own', async () => {
  const [first, second] = [await registered(), await registered()]
  await claim('owner', second)
  await claim('owner', first)
  await claim('other', second)
  const { items, total } = await list('owner')
  expect(items.map(({ credentials }) => credentials.serial)).toEqual([first, second])
  expect(total).toBe(2)
  expect((await list('nobody')).items).toEqual([])
})

test('for a new owner, the status of an appliance begins when they added it', async () => {
  const serial = await registered()
  const { id } = await claim('former', serial)
  const since = new Date(time.ms - 60_000)
  await database.pool.query(
    `insert into gateway_status (gateway_id, status, reported, since, last_seen_at, seq) values ($1, 'ERROR', 'ERROR', $2, $2, 1)`,
    [id, since],
  )
  await remove('former', id)
  await claim('successor', serial)
  const [item] = (await list('successor')).items
  expect(item).toMatchObject({ gatewayStatus: 'ERROR', statusSince: new Date(time.ms).toISOString() })
})

test('an appliance has the last fault of its gateway, also while it is OFFLINE', async () => {
  const { id } = await claim('owner', await registered())
  expect((await list('owner')).items[0]).toMatchObject({ faultCode: null, severity: null })
  await database.pool.query(
    `insert into gateway_status (gateway_id, status, reported, fault_code, since, last_seen_at, seq)
     values ($1, 'OFFLINE', 'ERROR', 'E104', $2, $2, 1)`,
    [id, new Date(time.ms)],
  )
  expect((await list('owner')).items[0]).toMatchObject({ faultCode: 'E104', severity: 'ERROR' })
})

const isoBefore = (ms: number) => new Date(time.ms - ms).toISOString()

async function reported(id: string, reports: readonly [code: string | null, hoursAgo: number][]): Promise<void> {
  for (const [code, hoursAgo] of reports)
    await storeFaultReport(database.pool, id, { code, at: time.ms - hoursAgo * hourMs })
}

test('an appliance says for 24 hours when an emergency was last reported', async () => {
  const owned = await Promise.all([registered(), registered(), registered(), registered(), registered()])
  const ids = await inTurn(owned, async (serial) => (await claim('owner', serial)).id)
  time.ms += 48 * hourMs
  const [ended = '', before = '', other = '', lasting = '', followed = ''] = ids
  await reported(ended, [
    ['G901', 30],
    [null, 23],
  ])
  await reported(before, [
    ['G901', 30],
    [null, 25],
    ['E104', 2],
    [null, 1],
  ])
  await reported(other, [
    ['E104', 3],
    [null, 2],
  ])
  await reported(lasting, [['G902', 40]])
  await reported(followed, [
    ['G901', 5],
    ['E104', 4],
  ])
  const { items } = await list('owner')
  expect(Object.fromEntries(items.map(({ id, lastEmergencyAt }) => [id, lastEmergencyAt]))).toEqual({
    [ended]: isoBefore(23 * hourMs),
    [before]: null,
    [other]: null,
    [lasting]: isoBefore(0),
    [followed]: isoBefore(4 * hourMs),
  })
  const one = await send({ as: 'owner', url: `/api/2/connections/${ended}` })
  expect(one.json<Connection>().lastEmergencyAt).toBe(isoBefore(23 * hourMs))
})

test('a person learns nothing about an emergency that ended before they added the appliance', async () => {
  const serial = await registered()
  const { id } = await claim('former', serial)
  await reported(id, [
    ['G901', 3],
    [null, 2],
  ])
  await remove('former', id)
  expect((await claim('successor', serial)).lastEmergencyAt).toBeNull()
})

async function inTurn<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await act(item))
  return results
}

test('a list for some brands has only their appliances', async () => {
  await claim('owner', await registered())
  expect((await list('owner', '?brand=cedar,birch')).total).toBe(1)
  expect((await list('owner', '?brand=birch')).total).toBe(0)
})

test.each([
  ['an unknown serial', (serial: string) => claimBodyOf(String(Number(serial) + 1))],
  ['a wrong access code', (serial: string) => claimBodyOf(serial, { access: 'ABCD1234efgh5679' })],
  ['a wrong password', (serial: string) => claimBodyOf(serial, { userPwd: 'secret-pv' })],
  ['a wrong type', (serial: string) => claimBodyOf(serial, { type: 'icom' })],
  ['a foreign brand', (serial: string) => claimBodyOf(serial, { brands: ['birch'] })],
])('%s gets the same refusal as others', async (_what, bodyOf) => {
  const serial = await registered()
  const answer = await send({ as: 'owner', method: 'POST', url: '/api/2/connections', body: bodyOf(serial) })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toEqual({
    type: 'about:blank',
    title: 'Credentials rejected',
    status: 403,
    code: 'credentials-rejected',
  })
  expect((await list('owner')).total).toBe(0)
})

test('spaces and dashes in the access code and the serial number are ignored', async () => {
  const serial = await registered()
  const spaced = serial.replace(/(\d{3})(?=\d)/gu, '$1 ')
  const body = claimBodyOf(spaced, { access: 'ABCD-1234 efgh-5678' })
  expect((await send({ as: 'owner', method: 'POST', url: '/api/2/connections', body })).statusCode).toBe(201)
})

test('a test gateway of type cold is claimed with the rrc1 form, in any letter case', async () => {
  await registerTestGateways(database, ['cold-01a'], { type: 'cold' })
  const answer = await send({ as: 'owner', method: 'POST', url: '/api/2/connections', body: claimBodyOf('COLD-01a') })
  expect(answer.statusCode).toBe(201)
  expect(answer.json<Connection>()).toMatchObject({ type: 'cold', credentials: { serial: 'cold-01a' } })
})

test('adding an appliance twice is refused as already added', async () => {
  const serial = await registered()
  await claim('owner', serial)
  const again = await send({ as: 'owner', method: 'POST', url: '/api/2/connections', body: claimBodyOf(serial) })
  expect(again.statusCode).toBe(409)
  expect(again.json()).toMatchObject({ code: 'already-added' })
})

test('of two simultaneous claims of one serial exactly one becomes the owner', async () => {
  for (let round = 0; round < 10; round++) {
    const serial = await registered()
    const people = ['anna', 'berta', 'carla', 'dora'].map((name) => `${name}${round}`)
    const connections = await Promise.all(people.map(async (person) => claim(person, serial)))
    expect(connections.filter(({ service }) => service.canEditContract)).toHaveLength(1)
  }
})

test('when the owner deletes the appliance nobody is promoted, its address is erased and its contracts end', async () => {
  const serial = await registered()
  const { id } = await claim('owner', serial)
  await claim('viewer', serial)
  await serve(id)
  expect((await list('viewer')).items[0]?.service).toMatchObject({
    address: { city: 'Wien' },
    contracts: [{ status: 'ACTIVE' }],
  })
  expect((await remove('owner', id)).statusCode).toBe(204)
  expect((await list('owner')).total).toBe(0)
  const { service } = (await list('viewer')).items[0] ?? {}
  expect(service).toMatchObject({ canEditContract: false, address: null, contracts: [] })
})

test('a viewer who deletes the appliance removes it only from their own list', async () => {
  const serial = await registered()
  const { id } = await claim('owner', serial)
  await claim('viewer', serial)
  await serve(id)
  expect((await remove('viewer', id)).statusCode).toBe(204)
  expect((await list('viewer')).total).toBe(0)
  expect((await list('owner')).items[0]?.service).toMatchObject({ canEditContract: true, address: { city: 'Wien' } })
})

test('a person who adds an appliance without owner becomes its owner, also a viewer, and all others lose access', async () => {
  const serial = await registered()
  const { id } = await claim('owner', serial)
  await claim('viewer', serial)
  await claim('other', serial)
  await remove('owner', id)
  const promoted = await claim('viewer', serial)
  expect(promoted).toMatchObject({ id, service: { canEditContract: true } })
  expect((await list('other')).total).toBe(0)
  expect((await claim('other', serial)).service.canEditContract).toBe(false)
})

test('a repeated deletion finds nothing', async () => {
  const { id } = await claim('owner', await registered())
  await remove('owner', id)
  expect((await remove('owner', id)).statusCode).toBe(404)
})

test('a foreign appliance and an unknown one get the same refusal, and nothing changes', async () => {
  const { id } = await claim('owner', await registered())
  for (const method of ['GET', 'DELETE']) {
    const foreign = await send({ as: 'stranger', method, url: `/api/2/connections/${id}` })
    const unknown = await send({
      as: 'stranger',
      method,
      url: '/api/2/connections/0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c',
    })
    expect(foreign.statusCode).toBe(404)
    expect([foreign.body, foreign.headers['content-type']]).toEqual([unknown.body, unknown.headers['content-type']])
  }
  expect((await list('owner')).total).toBe(1)
})

test('an invalid id is not found', async () => {
  for (const id of ['1', 'null', '%00', "'%20or%201=1", 'x'.repeat(128)]) {
    expect((await send({ as: 'owner', url: `/api/2/connections/${id}` })).statusCode).toBe(404)
  }
})

test('a contract with an older consent is marked as such', async () => {
  const { id } = await claim('owner', await registered())
  await serve(id, '1')
  const { items } = await list('owner')
  expect(items[0]?.service.contracts).toEqual([
    {
      companyType: 'SUPPORT',
      company: {
        id: '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55',
        name: 'Huber',
        address: { street: ['Ring 1'], postalCode: '1010', city: 'Wien', country: 'AT' },
      },
      status: 'ACTIVE',
      permission: 'FULL_ACCESS',
      hasLatestConsentVersion: false,
    },
  ])
})

test('after 5 failures for one user and serial further attempts wait, even with the right codes', async () => {
  const serial = await registered()
  const attempt = async (userPwd: string) =>
    send({ as: 'guesser', method: 'POST', url: '/api/2/connections', body: claimBodyOf(serial, { userPwd }) })
  const codes = []
  for (const guess of ['aaaa', 'bbbb', 'cccc', 'dddd', 'eeee']) codes.push((await attempt(guess)).statusCode)
  expect(codes).toEqual([403, 403, 403, 403, 403])
  const refused = await attempt('secret-pw')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBe(15 * 60)
  expect((await claim('honest', serial)).service.canEditContract).toBe(true)
})

test('many parallel guesses gain nothing', async () => {
  const serial = await registered()
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, index) =>
      send({
        as: 'guesser',
        method: 'POST',
        url: '/api/2/connections',
        body: claimBodyOf(serial, { userPwd: `guess${index}` }),
      }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 403).length).toBeLessThanOrEqual(5)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([403, 429]))
})

/**
 * Sends `each` wrong claims for each of `people` people, all from one IP address, as from people behind one carrier's
 * NAT. Returns the status codes.
 */
async function guessFrom(address: string, { people, each }: { people: number; each: number }): Promise<number[]> {
  const codes: number[] = []
  for (let guess = 0; guess < people * each; guess++) {
    const body = claimBodyOf(String(900_000_000 + guess))
    const as = `guesser${guess % people}`
    codes.push((await send({ as, method: 'POST', url: '/api/2/connections', body, address })).statusCode)
  }
  return codes
}

const claimFrom = async (as: string, serial: string, address: string) =>
  send({ as, method: 'POST', url: '/api/2/connections', body: claimBodyOf(serial), address })

test('guesses of others at one address delay a person without failures by at most a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const serial = await registered()
  await guessFrom('192.0.2.7', { people: 100, each: 3 })
  const [slowed, elsewhere] = [
    await claimFrom('honest', serial, '192.0.2.7'),
    await claimFrom('neighbour', await registered(), '198.51.100.7'),
  ]
  expect([slowed.statusCode, elsewhere.statusCode]).toEqual([429, 201])
  const waitS = Number(slowed.headers['retry-after'])
  expect(waitS).toBeGreaterThan(0)
  expect(waitS).toBeLessThanOrEqual(60)
  vi.advanceTimersByTime(waitS * 1000)
  // More failures of other people at the same address must not make the person wait again.
  await guessFrom('192.0.2.7', { people: 50, each: 1 })
  expect((await claimFrom('honest', serial, '192.0.2.7')).statusCode).toBe(201)
})

test('the delay of an address grows with its failures, and applies to each further attempt', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const guesses = await guessFrom('192.0.2.9', { people: 31, each: 1 })
  expect(guesses.slice(0, 30).every((code) => code === 403)).toBe(true)
  expect(guesses[30]).toBe(429)
  const first = await claimFrom('fresh', '899999999', '192.0.2.9')
  expect(first.headers['retry-after']).toBe('10')
  vi.advanceTimersByTime(9_000)
  expect((await claimFrom('fresh', '899999999', '192.0.2.9')).headers['retry-after']).toBe('1')
  vi.advanceTimersByTime(1_000)
  expect((await claimFrom('fresh', '899999999', '192.0.2.9')).statusCode).toBe(403)
  expect((await claimFrom('fresh', '899999999', '192.0.2.9')).statusCode).toBe(429)
})

test('failures at IPv6 addresses are counted by their network', async () => {
  for (let index = 0; index < 30; index++) await failAs(`person${index}`, `2001:db8:1:2::${index.toString(16)}`)
  expect((await claimFrom('third', await registered(), '2001:db8:1:2:ffff::2')).statusCode).toBe(429)
  expect((await claimFrom('third', await registered(), '2001:db8:1:3::1')).statusCode).toBe(201)
})

async function failAs(as: string, address: string): Promise<void> {
  expect((await claimFrom(as, '899999998', address)).statusCode).toBe(403)
}

test("a person's own waits grow, from any address, and affect nobody else", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const serial = await registered()
  const guess = async (address: string) =>
    send({
      as: 'guesser',
      method: 'POST',
      url: '/api/2/connections',
      body: claimBodyOf(serial, { userPwd: 'wrong' }),
      address,
    })
  const waits: number[] = []
  for (const address of ['192.0.2.1', '198.51.100.1']) {
    for (let index = 0; index < 5; index++) await guess(address)
    const refused = await guess(address)
    waits.push(Number(refused.headers['retry-after']))
    vi.advanceTimersByTime(Number(refused.headers['retry-after']) * 1000)
  }
  expect(waits).toEqual([15 * 60, 30 * 60])
  expect((await claimFrom('honest', serial, '192.0.2.1')).statusCode).toBe(201)
})

test('attempts during a wait do not count', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const serial = await registered()
  const attempt = async (of: string) => claimFrom('owner', of, '192.0.2.11')
  const codes: number[] = []
  for (let guess = 0; guess < 10; guess++) codes.push((await attempt(String(900_000_000 + guess))).statusCode)
  codes.push((await attempt(serial)).statusCode)
  vi.advanceTimersByTime(10 * minuteMs)
  for (let attempts = 0; attempts < 6; attempts++) codes.push((await attempt(serial)).statusCode)
  expect(codes).toEqual([...Array<number>(10).fill(403), ...Array<number>(7).fill(429)])
  vi.advanceTimersByTime(5 * minuteMs)
  expect((await attempt(serial)).statusCode).toBe(201)
})

test('attempts during a wait do not extend it', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const serial = await registered()
  const wrong = { as: 'owner', method: 'POST', url: '/api/2/connections', address: '192.0.2.12' } as const
  const codes: number[] = []
  for (let guess = 0; guess < 5; guess++)
    codes.push((await send({ ...wrong, body: claimBodyOf(serial, { userPwd: 'wrong' }) })).statusCode)
  for (let guess = 0; guess < 6; guess++)
    codes.push((await claimFrom('owner', String(900_000_100 + guess), '192.0.2.12')).statusCode)
  vi.advanceTimersByTime(10 * minuteMs)
  codes.push((await claimFrom('owner', serial, '192.0.2.12')).statusCode)
  expect(codes).toEqual([...Array<number>(10).fill(403), 429, 429])
  vi.advanceTimersByTime(5 * minuteMs)
  expect((await claimFrom('owner', serial, '192.0.2.12')).statusCode).toBe(201)
})

test('the codes of the sticker are never in the database or in an answer as plain text', async () => {
  const serial = await registered()
  const connection = await claim('owner', serial)
  const { rows } = await database.pool.query('select gateway::text as text from gateway')
  expect(JSON.stringify([connection, rows])).not.toMatch(/ABCD1234efgh5678|secret-pw/u)
})

test.each([
  [{}, 400],
  [[], 400],
  ['{', 400],
  ['"text"', 400],
  [{ ...claimBodyOf('123456789'), owner: true }, 400],
  [{ ...claimBodyOf('123456789'), credentials: { ...claimBodyOf('123456789').credentials, sub: 'x' } }, 400],
  [{ ...claimBodyOf('123456789'), type: 'toaster' }, 400],
  [{ ...claimBodyOf('123456789'), brands: 'cedar' }, 400],
  [
    { ...claimBodyOf('123456789'), brands: ['cedar'], credentials: { serial: 123456789, access: [], userPwd: {} } },
    400,
  ],
  [claimBodyOf('12345678'), 422],
  [claimBodyOf(''), 422],
  [claimBodyOf('cold-12345'), 422],
  [claimBodyOf('123456789', { access: 'short' }), 422],
  [claimBodyOf('123456789', { userPwd: 'abc' }), 422],
  [claimBodyOf('123456789', { userPwd: 'x'.repeat(129) }), 422],
  [claimBodyOf('123456789', { brands: ['CEDAR'] }), 422],
])('a claim that breaks shape or rule is refused: %j', async (body, status) => {
  const answer = await send({ as: 'owner', method: 'POST', url: '/api/2/connections', body })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ status, code: 'invalid-request' })
})

test('a broken rule has its field and its code', async () => {
  const body = claimBodyOf('', { access: 'x', userPwd: 'abc' })
  const answer = await send({ as: 'owner', method: 'POST', url: '/api/2/connections', body })
  expect(answer.json()).toMatchObject({
    errors: [
      { path: 'credentials.serial', code: 'required' },
      { path: 'credentials.access', code: 'pattern' },
      { path: 'credentials.userPwd', code: 'min-length' },
    ],
  })
})

test('every route needs its scope', async () => {
  const id = '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c'
  const requests = [
    { as: 'owner-without-gateway.list', url: '/api/2/connections' },
    { as: 'owner-without-gateway.list', url: `/api/2/connections/${id}` },
    { as: 'owner-without-gateway.claiming', method: 'POST', url: '/api/2/connections', body: '{broken' },
    { as: 'owner-without-gateway.removal', method: 'DELETE', url: `/api/2/connections/${id}` },
  ]
  for (const request of requests) {
    const answer = await send(request)
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"')
    const { as: _, ...anonymous } = request
    expect((await send(anonymous)).statusCode).toBe(401)
  }
})

const company = '7f4ae6a2-3df3-4d0b-8a9c-0d6b2f3c1e55'

/** Gives the appliance an address in Vienna and a contract with a service provider. */
async function serve(gatewayId: string, consentVersion = '2'): Promise<void> {
  const { pool } = database
  await pool.query(`insert into address values ($1, '{Ring 2}', '1010', 'Wien', 'AT')`, [gatewayId])
  await pool.query(
    `insert into company values ($1, 'Huber', null, null, '{Ring 1}', '1010', 'Wien', 'AT', '{cedar}', true) on conflict do nothing`,
    [company],
  )
  await pool.query(
    `insert into contract (gateway_id, company_type, company_id, status, permission, consent_version, consent_language, consented_at, created_at)
     values ($1, 'SUPPORT', $2, 'ACTIVE', 'FULL_ACCESS', $3, 'de', now(), now())`,
    [gatewayId, company, consentVersion],
  )
}
