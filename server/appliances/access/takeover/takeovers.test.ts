import { afterAll, beforeEach, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import type { Takeover } from '#contract/takeover.ts'
import { createAccessFixture } from '#test/access/access-fixture.ts'
import { berlinAddress, createServiceFixture, unknownId } from '#test/service-fixture.ts'
import { createTakeoverFixture } from '#test/access/takeover-fixture.ts'

const fixture = await createServiceFixture()
const { database, time, signIn, send, applianceOf, connectionOf, putAddress, close } = fixture
const { pool } = database
const { accessOf, tokenOf, answer: answerInvitation, noticesOf } = createAccessFixture(fixture)
const { path, start, read, begin, obey, prove, handle, switchTo, cancel, answer, askedOf, serialOf } =
  createTakeoverFixture(fixture)

const begun = time.ms
let count = 0

/** Returns a name that no other test uses. */
const name = (of: string) => `${of}-${count}`

beforeEach(() => {
  time.ms = begun
  signIn.ageMs = 0
  count += 1
})

afterAll(close)

const codeOf = ({ body }: { body: string }) => (JSON.parse(body) as { code: string }).code

test('the portal asks to switch the gateway off and on, twice, and then asks the owner', async () => {
  const id = await applianceOf([name('olga')])
  const started = await begin(name('nora'), id)
  const steps = [started.step]
  for (const cycle of [1, 1, 2, 2]) {
    const waiting = await read(name('nora'), started.id)
    time.ms = Date.parse(waiting.nextAt ?? '')
    const asked = await read(name('nora'), started.id)
    steps.push(asked.step)
    expect(asked.cycle).toBe(cycle)
    await switchTo(id, asked.step === 'switch-on')
    steps.push((await read(name('nora'), started.id)).step)
  }
  expect(steps).toEqual([
    'keep-on',
    'switch-off',
    'keep-off',
    'switch-on',
    'keep-on',
    'switch-off',
    'keep-off',
    'switch-on',
    'owner-asked',
  ])
  await handle()
  const until = new Date(time.ms + 14 * dayMs).toISOString()
  expect(await read(name('nora'), started.id)).toMatchObject({ step: 'owner-asked', nextAt: until })
  expect(await noticesOf(name('olga'))).toEqual(['takeover-asked'])
  expect(await askedOf(name('olga'), id)).toEqual({ id: started.id, name: null, until })
})

test('reading a takeover shows no coming request but the next one', async () => {
  const id = await applianceOf([name('olga')])
  const started = await begin(name('nora'), id)
  const { rows } = await pool.query<{ waits: number[] }>('select waits_ms as waits from takeover where id = $1', [
    started.id,
  ])
  const nextAt = begun + (rows[0]?.waits[0] ?? 0)
  expect(started).toEqual({
    id: started.id,
    step: 'keep-on',
    cycle: 1,
    now: new Date(begun).toISOString(),
    nextAt: new Date(nextAt).toISOString(),
    reason: null,
    connectionId: null,
  })
})

test('a person who only knows the codes, and does not stand next to the gateway, never succeeds', async () => {
  const id = await applianceOf([name('olga')])
  const started = await begin(name('mallory'), id)
  for (const afterMs of [30_000, 120_000, 15 * minuteMs]) {
    time.ms = begun + afterMs
    await handle()
  }
  expect(await read(name('mallory'), started.id)).toMatchObject({ step: 'over', reason: 'too-late' })
  expect(await noticesOf(name('olga'))).toEqual([])
  expect((await connectionOf(name('olga'), id)).role).toBe('OWNER')
})

test('a gateway that is switched before the request fails the takeover, and so does one that flaps by itself', async () => {
  const id = await applianceOf([name('olga')])
  const started = await begin(name('nora'), id)
  for (let second = 1; second <= 10; second += 1) {
    time.ms = begun + second * 1_000
    await switchTo(id, second % 2 === 0)
  }
  await handle()
  expect(await read(name('nora'), started.id)).toMatchObject({ step: 'over', reason: 'too-early', nextAt: null })
})

test.each([
  ['credentials-rejected', { userPwd: 'wrong-password' }],
  ['credentials-rejected', { serial: '123456789' }],
])('the codes are checked as in a claim: %s', async (code, changes) => {
  const id = await applianceOf([name('olga')])
  await switchTo(id, true)
  const credentials = { serial: await serialOf(id), access: 'ABCD1234efgh5678', userPwd: 'secret-pw', ...changes }
  const body = { type: 'rrc1', credentials }
  const refused = await send({ as: name('nora'), method: 'POST', url: path, body })
  expect([refused.statusCode, codeOf(refused)]).toEqual([403, code])
})

test('guessing codes is limited together with claims', async () => {
  const id = await applianceOf([name('olga')])
  for (let guess = 0; guess < 5; guess += 1)
    expect((await start(name('mallory'), id, { userPwd: `wrong-${guess}` })).statusCode).toBe(403)
  expect((await start(name('mallory'), id)).statusCode).toBe(429)
  const credentials = { serial: await serialOf(id), access: 'ABCD1234efgh5678', userPwd: 'secret-pw' }
  const body = { type: 'rrc1', brands: ['cedar'], credentials }
  expect((await send({ as: name('mallory'), method: 'POST', url: '/api/2/connections', body })).statusCode).toBe(429)
})

test('a gateway that is off, silent or has never reported cannot be taken over', async () => {
  const id = await applianceOf([name('olga')])
  expect(codeOf(await start(name('nora'), id))).toBe('gateway-offline')
  await switchTo(id, false)
  expect(codeOf(await start(name('nora'), id))).toBe('gateway-offline')
  await switchTo(id, true)
  time.ms += 15 * minuteMs
  expect(codeOf(await start(name('nora'), id))).toBe('gateway-offline')
})

test('an appliance without owner is claimed, and its owner cannot take it over', async () => {
  const id = await applianceOf([name('olga')])
  await switchTo(id, true)
  expect(codeOf(await start(name('olga'), id))).toBe('already-added')
  await send({ as: name('olga'), method: 'DELETE', url: `/api/2/connections/${id}` })
  expect(codeOf(await start(name('nora'), id))).toBe('no-owner')
})

test('an appliance has one takeover at a time, also if two people start at once', async () => {
  const id = await applianceOf([name('olga')])
  await switchTo(id, true)
  const answers = await Promise.all([start(name('nora'), id), start(name('nils'), id)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([201, 409])
  expect(codeOf(await start(name('nils'), id))).toBe('takeover-open')
})

test('a trial that has failed does not block the next one, also while the jobs stand still', async () => {
  const id = await applianceOf([name('olga')])
  await begin(name('nora'), id)
  time.ms += 10 * minuteMs
  await switchTo(id, true)
  expect((await start(name('nils'), id)).statusCode).toBe(201)
})

test('of 1,000 tries a person starts 3 takeovers in 24 hours, and one appliance is tried 3 times', async () => {
  const ids = [await applianceOf([name('olga')]), await applianceOf([name('olga')])]
  for (const id of ids) await switchTo(id, true)
  const started = async (who: string, id: string): Promise<number> => {
    const answered = await start(who, id)
    if (answered.statusCode === 201) await cancel(who, answered.json<Takeover>().id)
    return answered.statusCode
  }
  // Starts two takeovers one after the other. Simultaneous tries compete for the third start only, because many tries
  // at once can reach the limit on guessing before an earlier takeover is cancelled.
  const statuses = [await started(name('mallory'), ids[0] ?? ''), await started(name('mallory'), ids[0] ?? '')]
  for (let round = 0; round < 50; round += 1) {
    const tries = Array.from({ length: 20 }, async (_, index) => started(name('mallory'), ids[index % 2] ?? ''))
    statuses.push(...(await Promise.all(tries)))
  }
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.slice(-20)).toEqual(Array.from({ length: 20 }, () => 429))
  const queryResult = await pool.query('select from takeover where gateway_id = $1', [ids[1]])
  for (let left = 3 - queryResult.rows.length; left > 0; left -= 1)
    expect(await started(name(`nora${left}`), ids[1] ?? '')).toBe(201)
  expect(await started(name('nils'), ids[1] ?? '')).toBe(429)
  time.ms += dayMs
  await switchTo(ids[1] ?? '', true)
  expect(await started(name('nele'), ids[1] ?? '')).toBe(201)
}, 120_000)

test('only the person who started a takeover sees and cancels it', async () => {
  const id = await applianceOf([name('olga')])
  const started = await begin(name('nora'), id)
  for (const as of [name('olga'), name('stranger')]) {
    expect((await send({ as, url: `${path}/${started.id}` })).statusCode).toBe(404)
    expect((await cancel(as, started.id)).statusCode).toBe(404)
  }
  expect((await send({ as: name('nora'), url: `${path}/${unknownId}` })).statusCode).toBe(404)
  const list = await send({ as: name('nora'), url: path })
  expect(list.json<{ items: Takeover[] }>().items.map((one) => one.id)).toEqual([started.id])
  expect((await cancel(name('nora'), started.id)).statusCode).toBe(204)
  expect(await read(name('nora'), started.id)).toMatchObject({ step: 'over', reason: 'cancelled' })
  expect((await cancel(name('nora'), started.id)).statusCode).toBe(404)
})

test('if the owner agrees, the person is the owner at once, and nothing from before is left', async () => {
  const id = await applianceOf([name('olga'), name('vera')])
  await putAddress(name('olga'), id, berlinAddress)
  await noticesOf(name('olga'))
  const { id: takeoverId } = await prove(name('nora'), id)
  expect((await answer(name('olga'), id, { id: takeoverId, agree: true })).statusCode).toBe(204)
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'done', connectionId: id })
  const connection = await connectionOf(name('nora'), id)
  expect(connection).toMatchObject({ role: 'OWNER', name: null, service: { address: null, contracts: [] } })
  expect((await accessOf(name('nora'), id)).people).toHaveLength(1)
  for (const as of [name('olga'), name('vera')])
    expect((await send({ as, url: `/api/2/connections/${id}` })).statusCode).toBe(404)
  expect(await noticesOf(name('nora'))).toEqual(['ownership-begun'])
  expect(await noticesOf(name('olga'))).toEqual(['ownership-ended'])
})

test('if the owner objects, the takeover ends and the person is notified; they cannot start again for 90 days', async () => {
  const id = await applianceOf([name('olga')])
  const { id: takeoverId } = await prove(name('nora'), id)
  expect((await answer(name('olga'), id, { id: takeoverId, agree: false })).statusCode).toBe(204)
  await handle()
  await handle()
  expect(await noticesOf(name('nora'))).toEqual(['takeover-ended'])
  expect(await read(name('nora'), takeoverId)).toMatchObject({ step: 'over', reason: 'objected' })
  expect(await askedOf(name('olga'), id)).toBeNull()
  time.ms += 90 * dayMs - 1
  await switchTo(id, true)
  expect(codeOf(await start(name('nora'), id))).toBe('takeover-refused')
  time.ms += 1
  expect((await start(name('nora'), id)).statusCode).toBe(201)
})

test('to agree needs a sign-in of the last 10 minutes, and to object does not', async () => {
  const id = await applianceOf([name('olga')])
  const { id: takeoverId } = await prove(name('nora'), id)
  signIn.ageMs = 10 * minuteMs
  const agreed = await answer(name('olga'), id, { id: takeoverId, agree: true })
  expect([agreed.statusCode, codeOf(agreed)]).toEqual([403, 'sign-in-too-old'])
  expect((await answer(name('olga'), id, { id: takeoverId, agree: false })).statusCode).toBe(204)
})

test('a co-owner may object and not agree; a viewer and a stranger may do neither', async () => {
  const id = await applianceOf([name('olga'), name('vera')])
  await answerInvitation(name('cora'), await tokenOf(name('olga'), id, { role: 'CO_OWNER' }))
  await noticesOf(name('olga'))
  const asked = await prove(name('nora'), id)
  const answered = async (who: string, agree: boolean) =>
    (await answer(name(who), id, { id: asked.id, agree })).statusCode
  expect([await answered('vera', false), await answered('stranger', false), await answered('nora', true)]).toEqual([
    403, 404, 404,
  ])
  expect(await askedOf(name('vera'), id)).toBeNull()
  expect(await askedOf(name('cora'), id)).toMatchObject({ id: asked.id })
  expect((await noticesOf(name('cora'))).at(-1)).toBe('takeover-asked')
  expect([await answered('cora', true), await answered('cora', false)]).toEqual([403, 204])
})

test('before the proof the owner has nothing to answer', async () => {
  const id = await applianceOf([name('olga')])
  const started = await begin(name('nora'), id)
  await obey(name('nora'), id, started.id)
  await handle()
  expect(await askedOf(name('olga'), id)).toBeNull()
  expect((await answer(name('olga'), id, { id: started.id, agree: true })).statusCode).toBe(404)
})
