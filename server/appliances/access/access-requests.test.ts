import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'
import { testSticker } from '#test/appliances.ts'
import { createServiceFixture } from '#test/service-fixture.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { testIssuer } from '#test/test-api.ts'
import { createTestReceiptRecorder } from '#test/test-receipt-recorder.ts'
import { transferOwnership } from './transfer-ownership.ts'

const fixture = await createServiceFixture()
const { database, bus, time, send, applianceOf, close } = fixture
const { accessOf, myself, change, noticesOf, tokenOf, answer, pathOf } = createAccessFixture(fixture)

const start = time.ms
let count = 0

beforeEach(() => {
  time.ms = start
  count += 1
})

afterAll(close)

test('while the owner wants to be asked first, a claim becomes a request, and owner and co-owners are notified', async () => {
  const { id, names, claim } = await askedFirst('olga', 'carl', 'vera')
  await makeCoOwner([names.olga, names.carl], id)
  const asked = await claim(names.nina)
  expect([asked.statusCode, asked.json()]).toEqual([202, { state: 'requested' }])
  for (const name of [names.olga, names.carl])
    expect(await accessOf(name, id)).toMatchObject({
      askFirst: true,
      requests: [{ name: null, at: new Date(time.ms).toISOString() }],
    })
  expect(await accessOf(names.vera, id)).toMatchObject({ askFirst: false, requests: [] })
  expect((await send({ as: names.nina, url: `/api/2/connections/${id}` })).statusCode).toBe(404)
  expect(await noticesOf(names.olga)).toContain('access-requested')
  expect(await noticesOf(names.carl)).toContain('access-requested')
  for (const name of [names.vera, names.nina]) expect(await noticesOf(name)).not.toContain('access-requested')
  expect(await activityOf(names.olga, id)).toEqual(expect.arrayContaining(['access-requested', 'ask-first-changed']))
})

test('a repeated claim is answered 202 again and stays one request', async () => {
  const { id, names, claim } = await askedFirst('olga')
  const key = crypto.randomUUID()
  for (const each of [key, key, undefined]) expect((await claim(names.nina, { key: each })).statusCode).toBe(202)
  expect((await accessOf(names.olga, id)).requests).toHaveLength(1)
  expect(await noticesOf(names.olga)).toEqual(['access-requested'])
})

test('without the right codes nobody makes a request, and the refusal does not differ', async () => {
  const { id, names, claim } = await askedFirst('olga')
  const wrong = await claim(names.nina, { access: 'X'.repeat(16) })
  const other = await claim(names.nina, { serial: '999999999' })
  expect(wrong.statusCode).toBe(403)
  expect(wrong.json()).toEqual(other.json())
  expect((await accessOf(names.olga, id)).requests).toEqual([])
})

test('people who have the appliance do not ask, and without an owner the next person becomes it', async () => {
  const { id, names, claim } = await askedFirst('olga', 'vera')
  expect((await claim(names.vera)).statusCode).toBe(409)
  await claim(names.nina)
  expect((await send({ as: names.olga, method: 'DELETE', url: `/api/2/connections/${id}` })).statusCode).toBe(204)
  expect(await requestsIn(id)).toBe(0)
  expect((await claim(names.nina)).statusCode).toBe(201)
  expect(await accessOf(names.nina, id)).toMatchObject({ askFirst: false, people: [{ role: 'OWNER' }] })
})

test('an accepted request gives the role, and the person is notified', async () => {
  const { id, names, claim, settle } = await askedFirst('olga', 'carl')
  await makeCoOwner([names.olga, names.carl], id)
  await claim(names.nina)
  expect((await settle(names.olga, { accept: true })).statusCode).toBe(204)
  expect(await myself(names.nina, id)).toMatchObject({ role: 'VIEWER', until: null })
  expect(await noticesOf(names.nina)).toEqual(['request-accepted'])
  expect(await noticesOf(names.carl)).toContain('access-given')
  expect((await noticesOf(names.olga)).filter((kind) => kind === 'access-given')).toHaveLength(1)
  expect(await activityOf(names.olga, id)).toContain('request-accepted')
})

test('a co-owner may also answer, with a role and at most until the end of their own access', async () => {
  const { id, names, claim, settle } = await askedFirst('olga', 'carl')
  const until = new Date(start + 60 * dayMs).toISOString()
  await makeCoOwner([names.olga, names.carl], id, until)
  await claim(names.nina)
  expect((await settle(names.carl, { accept: true, role: 'CO_OWNER' })).statusCode).toBe(204)
  expect(await myself(names.nina, id)).toMatchObject({ role: 'CO_OWNER', until })
})

test('a declined request gives nothing, and the person is notified and may ask again', async () => {
  const { id, names, claim, settle } = await askedFirst('olga')
  await claim(names.nina)
  expect((await settle(names.olga, { accept: false })).statusCode).toBe(204)
  expect((await send({ as: names.nina, url: `/api/2/connections/${id}` })).statusCode).toBe(404)
  expect(await noticesOf(names.nina)).toEqual(['request-declined'])
  expect(await activityOf(names.olga, id)).toContain('request-declined')
  expect((await claim(names.nina)).statusCode).toBe(202)
})

test('a viewer may not answer a request, and only the owner may switch', async () => {
  const { id, names, claim, settle } = await askedFirst('olga', 'carl', 'vera')
  await makeCoOwner([names.olga, names.carl], id)
  await claim(names.nina)
  expect((await settle(names.vera, { accept: true }, { reader: names.olga })).statusCode).toBe(403)
  for (const name of [names.carl, names.vera]) expect((await turn(name, id, false)).statusCode).toBe(403)
  expect((await settle(names.olga, { accept: true, role: 'OWNER' })).statusCode).toBe(400)
})

test('of two simultaneous answers one succeeds', async () => {
  const { id, names, claim, settle } = await askedFirst('olga', 'carl')
  await makeCoOwner([names.olga, names.carl], id)
  await claim(names.nina)
  const answers = await Promise.all([
    settle(names.olga, { accept: true }),
    settle(names.carl, { accept: false }, { reader: names.olga }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([204, 404])
  expect(await noticesOf(names.nina)).toHaveLength(1)
})

test('a request expires after 30 days, once', async () => {
  const { id, names, claim, settle } = await askedFirst('olga')
  await claim(names.nina)
  const [request] = (await accessOf(names.olga, id)).requests
  time.ms += 30 * dayMs
  expect((await accessOf(names.olga, id)).requests).toEqual([])
  expect((await settle(names.olga, { accept: true }, { requestId: request?.id ?? '' })).statusCode).toBe(404)
  await noticesOf(names.olga)
  expect(await requestsIn(id)).toBe(0)
  expect(await expiriesOf(id)).toBe(1)
  expect((await claim(names.nina)).statusCode).toBe(202)
  await noticesOf(names.olga)
  expect((await accessOf(names.olga, id)).requests).toHaveLength(1)
})

test('a person whose request has expired may ask again before the expiry is handled', async () => {
  const { id, names, claim } = await askedFirst('olga')
  await claim(names.nina)
  time.ms += 30 * dayMs
  expect((await claim(names.nina)).statusCode).toBe(202)
  await noticesOf(names.olga)
  expect((await accessOf(names.olga, id)).requests).toHaveLength(1)
  expect(await expiriesOf(id)).toBe(0)
})

test('a new owner finds neither requests nor the switch on', async () => {
  const { id, names, claim } = await askedFirst('olga', 'vera')
  await claim(names.nina)
  const successorId = await createPersonDirectory(database).personIdOf({ issuer: testIssuer, subject: names.vera })
  await inTransaction(database.pool, async (transaction) =>
    transferOwnership(
      transaction,
      { bus, recordReceipt: createTestReceiptRecorder().record },
      {
        gatewayId: id,
        successorId,
        keptIds: [],
        sharesFaultHistory: false,
        contractsEndedBy: null,
        actorId: successorId,
        now: time.ms,
      },
    ),
  )
  expect(await accessOf(names.vera, id)).toMatchObject({ askFirst: false, requests: [] })
})

test('a request ends when its person gets access in another way', async () => {
  const { id, names, claim } = await askedFirst('olga')
  await claim(names.nina)
  expect((await answer(names.nina, await tokenOf(names.olga, id))).statusCode).toBe(201)
  await claim(names.paul)
  await turn(names.olga, id, false)
  expect((await accessOf(names.olga, id)).requests).toHaveLength(1)
  expect((await claim(names.paul)).statusCode).toBe(201)
  expect(await requestsIn(id)).toBe(0)
})

test('an appliance has at most 10 open requests', async () => {
  const { id, names, claim } = await askedFirst('olga')
  for (let index = 0; index < 10; index += 1) expect((await claim(`asker-${index}-${names.olga}`)).statusCode).toBe(202)
  const refused = await claim(names.nina)
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'request-limit'])
  expect((await claim(`asker-0-${names.olga}`)).statusCode).toBe(202)
  expect((await accessOf(names.olga, id)).requests).toHaveLength(10)
})

type Name = 'olga' | 'carl' | 'vera' | 'nina' | 'paul'

/**
 * Creates an appliance of these people. The first must be olga, who becomes the owner and turns on the setting to be
 * asked before others get access. Returns functions with which people claim the appliance and answer requests.
 */
async function askedFirst(...people: readonly Name[]) {
  const all = ['olga', 'carl', 'vera', 'nina', 'paul'] as const
  const names = Object.fromEntries(all.map((name) => [name, `${name}-${count}`])) as Record<Name, string>
  const id = await applianceOf(people.map((name) => names[name]))
  const { rows } = await database.pool.query<{ serial: string }>('select serial from gateway where id = $1', [id])
  // The setting changes one second after the claims. Events at the exact time of a claim would count as older than the
  // person's access.
  time.ms += 1_000
  const turned = await turn(names.olga, id, true)
  expect([turned.statusCode, turned.json<{ askFirst: boolean }>().askFirst]).toEqual([200, true])

  async function claim(
    as: string,
    { key, ...codes }: { key?: string | undefined; access?: string; serial?: string } = {},
  ) {
    const credentials = { serial: rows[0]?.serial, ...testSticker, ...codes }
    const body = { type: 'rrc1', brands: ['cedar'], credentials }
    const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } }
    return send({ as, method: 'POST', url: '/api/2/connections', body, ...headers })
  }

  /** Answers the request `requestId`; without it, the first request in the list of `reader`. */
  async function settle(
    as: string,
    body: object,
    { reader = as, requestId }: { reader?: string; requestId?: string } = {},
  ) {
    const wanted = requestId ?? (await accessOf(reader, id)).requests[0]?.id
    return send({ as, method: 'POST', url: `${pathOf(id)}/requests/${wanted}`, body })
  }

  return { id, names, claim, settle }
}

async function turn(as: string, id: string, askFirst: boolean) {
  return send({ as, method: 'PATCH', url: pathOf(id), body: { askFirst } })
}

async function makeCoOwner(
  [owner, name]: readonly [string, string],
  id: string,
  until: string | null = null,
): Promise<void> {
  const { personRef } = await myself(name, id)
  expect((await change(owner, id, { personRef, body: { role: 'CO_OWNER', until } })).statusCode).toBe(200)
}

async function activityOf(as: string, id: string): Promise<string[]> {
  const read = await send({ as, url: `/api/2/connections/${id}/activity` })
  return read.json<{ items: { kind: string }[] }>().items.map(({ kind }) => kind)
}

async function requestsIn(id: string): Promise<number> {
  return (await database.pool.query('select from access_request where gateway_id = $1', [id])).rowCount ?? 0
}

async function expiriesOf(id: string): Promise<number> {
  const expired = `select from audit where gateway_id = $1 and action = 'request-expired'`
  return (await database.pool.query(expired, [id])).rowCount ?? 0
}
