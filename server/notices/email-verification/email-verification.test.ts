import { afterAll, expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { mailCodeLimits } from '#contract/notice-settings.ts'
import type { Bus, BusMessage } from '#server/live/bus/bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { createTestApi, testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { addEmailVerificationRoutes } from './routes.ts'

const database = await createTestDatabase()
const { pool } = database
const persons = createPersonDirectory(database)
const time = { ms: Date.parse('2026-03-01T10:00:00Z') }
const busMessages: BusMessage[] = []
const bus: Pick<Bus, 'publish'> = { publish: async (_, messages) => void busMessages.push(...messages) }
const dependencies = {
  database,
  bus,
  persons,
  clock: { now: () => time.ms },
  brandOfRequest: () => 'birch',
  emailTrust: 'claim' as const,
}
const api = await createTestApi((add) => addEmailVerificationRoutes(add, { ...dependencies, hasMail: true }))
const bare = await createTestApi((add) => addEmailVerificationRoutes(add, { ...dependencies, hasMail: false }))

afterAll(async () => {
  await api.app.close()
  await bare.app.close()
  await database.close()
})

const signIn = 'sign-in@example.com'
const request = { method: 'POST', url: '/api/2/users/me/email-verification' }
const ask = async (as: string, body: unknown = {}) => api.send({ as, ...request, body, language: 'pl' })

async function personWith(subject: string, contact: string): Promise<string> {
  const id = await persons.personIdOf({ issuer: testIssuer, subject })
  await pool.query('update person set email = $2, email_verified = true, contact_email = $3 where id = $1', [
    id,
    signIn,
    contact,
  ])
  return id
}

type Sent = { address: string; code: string; brand: string; language: string }

async function sentTo(personId: string): Promise<Sent[]> {
  const text = `select code from outbox where person_id = $1 and channel = 'mail' and state = 'WAITING'`
  return (await pool.query<{ code: Sent }>(text, [personId])).rows.map(({ code }) => code)
}

async function codeFor(personId: string): Promise<string> {
  const [sent] = await sentTo(personId)
  return sent?.code ?? ''
}

const faultOf = (answer: { json(): unknown }) => (answer.json() as { errors: { code: string }[] }).errors[0]?.code
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a code goes to the contact email, and confirms it; emails then go there', async () => {
  const id = await personWith('ann', 'ann@example.net')
  const until = new Date(time.ms + mailCodeLimits.minutes * minuteMs).toISOString()
  const asked = await ask('ann')
  expect(asked.statusCode).toBe(201)
  expect(asked.json()).toEqual({ address: signIn, unverified: 'ann@example.net', codeUntil: until })
  const sent = await sentTo(id)
  expect(sent).toEqual([
    { address: 'ann@example.net', code: expect.stringMatching(/^\d{6}$/) as string, brand: 'birch', language: 'pl' },
  ])
  const confirmed = await ask('ann', { code: ` ${await codeFor(id)} ` })
  expect(confirmed.json()).toEqual({ address: 'ann@example.net', unverified: null, codeUntil: null })
  const { rows } = await pool.query('select address from verified_mail where person_id = $1', [id])
  expect(rows).toEqual([{ address: 'ann@example.net' }])
  expect(busMessages).toEqual([{ kind: 'notices', personId: id }])
})

test('wrong codes are counted; after the limit even the right one is refused', async () => {
  const id = await personWith('bea', 'bea@example.net')
  await ask('bea')
  const code = await codeFor(id)
  const faults = []
  for (let tried = 0; tried < mailCodeLimits.tries; tried++)
    faults.push(faultOf(await ask('bea', { code: other(code) })))
  expect(faults).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'tries'])
  const late = await ask('bea', { code })
  expect([late.statusCode, faultOf(late)]).toEqual([422, 'tries'])
})

test('a code is valid for a quarter of an hour, and only until the next one', async () => {
  const id = await personWith('carl', 'carl@example.net')
  expect(faultOf(await ask('carl', { code: '123456' }))).toBe('expired')
  await ask('carl')
  const first = await codeFor(id)
  await ask('carl')
  const second = await codeFor(id)
  expect(await sentTo(id)).toHaveLength(1)
  expect(first === second || faultOf(await ask('carl', { code: first })) === 'wrong').toBe(true)
  time.ms += mailCodeLimits.minutes * minuteMs
  expect(faultOf(await ask('carl', { code: second }))).toBe('expired')
})

test('a code for one address confirms no other', async () => {
  const id = await personWith('dora', 'dora@example.net')
  await ask('dora')
  const code = await codeFor(id)
  await personWith('dora', 'victim@example.net')
  expect(faultOf(await ask('dora', { code }))).toBe('expired')
})

test('a person gets at most 5 codes a day for all addresses together', async () => {
  const statuses = []
  for (let asked = 0; asked < 6; asked++) {
    await personWith('emil', `emil${asked}@example.net`)
    statuses.push((await ask('emil')).statusCode)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  const refused = await ask('emil')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600)
})

test('a stranger cannot use up the codes of the owner of an address, nor fill its mailbox', async () => {
  const statuses: number[] = []
  for (const stranger of ['one', 'two', 'three', 'four'])
    for (let asked = 0; asked < 5; asked++) {
      await personWith(stranger, `mark+${stranger}${asked}@example.net`)
      statuses.push((await ask(stranger)).statusCode)
    }
  expect(statuses.filter((status) => status === 201)).toHaveLength(15)
  const owner = await personWith('mark', 'Mark@example.net')
  await pool.query(
    `with made as (
       insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
       values ('marks', 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b')) returning id)
     insert into connection (person_id, gateway_id, added_at) select $1, id, now() from made`,
    [owner],
  )
  expect((await ask('mark')).statusCode).toBe(201)
})

test('after a stranger has used up all their codes, a person without an appliance still gets one', async () => {
  for (let asked = 0; asked < 6; asked++) {
    await personWith('olaf', 'paula@example.net')
    await ask('olaf')
  }
  await personWith('paula', 'paula@example.net')
  expect((await ask('paula')).statusCode).toBe(201)
})

test('a sign-in address that the provider has not verified gets the requested code, and is verified by it', async () => {
  const id = await persons.personIdOf({ issuer: testIssuer, subject: 'nils' })
  await pool.query(`update person set email = 'nils@example.net', email_verified = false where id = $1`, [id])
  expect((await ask('nils')).json()).toMatchObject({ address: null, unverified: 'nils@example.net' })
  const confirmed = await ask('nils', { code: await codeFor(id) })
  expect(confirmed.json()).toEqual({ address: 'nils@example.net', unverified: null, codeUntil: null })
  const { rows } = await pool.query('select confirmed_email from person where id = $1', [id])
  expect(rows).toEqual([{ confirmed_email: 'nils@example.net' }])
})

test('if there is nothing to confirm, nothing is sent', async () => {
  const id = await personWith('gina', signIn)
  expect((await ask('gina')).json()).toEqual({ address: signIn, unverified: null, codeUntil: null })
  expect(await sentTo(id)).toEqual([])
})

test('without a mail server no code can be sent', async () => {
  await personWith('hans', 'hans@example.net')
  expect((await bare.send({ as: 'hans', ...request, body: {} })).statusCode).toBe(503)
})

test.each([{ code: '12345' }, { code: '12345x' }])('%j breaks a rule', async (body) => {
  expect((await ask('ann', body)).statusCode).toBe(422)
})

test.each([{ code: 123_456 }, { email: 'a@b.example' }])('%j has a wrong shape', async (body) => {
  expect((await ask('ann', body)).statusCode).toBe(400)
})
