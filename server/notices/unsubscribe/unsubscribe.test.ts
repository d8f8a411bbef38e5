import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import { readTexts } from '#texts/read-texts.ts'
import { defaultNoticeChoices } from '#contract/notice-settings.ts'
import { unsubscribableCategories } from '#contract/notices.ts'
import { createAuditTrail } from '#server/audit/audit-trail.ts'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { systemClock } from '#server/clock.ts'
import { createTestDatabase } from '#test/database.ts'
import { createApplicationWithoutRoutes } from '#server/http/application-without-routes.ts'
import { testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { addUnsubscribeRoutes, isOneClickUnsubscribe } from './routes.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

const database = await createTestDatabase()
const { pool } = database
const tokens = createUnsubscribeTokens(randomBytes(32))
const persons = createPersonDirectory(database)
const app = await createApplicationWithoutRoutes({ log: pino({ level: 'silent' }), trustedProxies: [] })
const busMessages: BusMessage[] = []
await addUnsubscribeRoutes(app, {
  database,
  bus: { publish: async (_, messages) => void busMessages.push(...messages) },
  channels: { mail: true, push: true },
  clock: systemClock,
  brandOfRequest: () => 'birch',
  trail: createAuditTrail({ db: pool, clock: systemClock }),
  tokens,
  limit: async () => {},
  layOut: (_, { title, language, content }) => `${language} | ${title} | ${content}`,
})

afterAll(async () => {
  await app.close()
  await database.close()
})

const oneClick = { 'content-type': 'application/x-www-form-urlencoded' }

async function personWith(subject: string, language: string | null): Promise<string> {
  const id = await persons.personIdOf({ issuer: testIssuer, subject })
  await pool.query('insert into notice_settings (person_id, language) values ($1, $2)', [id, language])
  return id
}

async function choicesOf(personId: string): Promise<unknown> {
  const { rows } = await pool.query<{ choices: unknown }>('select choices from notice_settings where person_id = $1', [
    personId,
  ])
  return rows[0]?.choices
}

const get = async (token: string) => app.inject({ url: `/unsubscribe/${token}`, headers: { 'accept-language': 'nl' } })
const post = async (
  token: string,
  payload = 'List-Unsubscribe=One-Click',
  headers: Record<string, string> = oneClick,
) => app.inject({ method: 'POST', url: `/unsubscribe/${token}`, payload, headers })

test('the link shows what the button would do, in the language of the person, and changes nothing', async () => {
  const personId = await personWith('ann', 'pl')
  const answer = await get(tokens.tokenOf({ personId, category: 'heating' }))
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toMatch(/^pl \| Wyłączenie e-maili.*ogrzewanie i usterki.*<form method="post">/u)
  expect(answer.body).toContain('<a href="/help">Pomoc i kontakt</a>')
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(await choicesOf(personId)).toBeNull()
})

test('one click of a mail program turns off the emails of one category, and says so; repeating it does no harm', async () => {
  const personId = await personWith('bea', 'de')
  const token = tokens.tokenOf({ personId, category: 'data' })
  for (const _ of [1, 2]) {
    const answer = await post(token)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/^de \| E-Mails sind abgeschaltet.*Datenexporte/u)
  }
  expect(busMessages).toContainEqual({ kind: 'notices', personId })
  const { data } = defaultNoticeChoices
  const { rows } = await pool.query('select actor, action, details, outcome from audit where person_id = $1', [
    personId,
  ])
  const record = { actor: 'person', action: 'email-unsubscribe', details: { category: 'data' }, outcome: 'done' }
  expect(rows).toEqual([record, record])
  expect(await choicesOf(personId)).toEqual({ ...defaultNoticeChoices, data: { ...data, mail: false } })
})

test('a person sees in the portal which emails the link turned off, and gets no email about it', async () => {
  const personId = await personWith('hal', 'en')
  for (const category of ['data', 'data', 'heating'] as const) await post(tokens.tokenOf({ personId, category }))
  const notices = await pool.query(
    'select event, brand, in_portal as "inPortal" from notice where person_id = $1 order by created_at',
    [personId],
  )
  const at = expect.any(String) as string
  expect(notices.rows).toEqual([
    { event: { kind: 'emails-turned-off', at, category: 'data' }, brand: 'birch', inPortal: true },
    { event: { kind: 'emails-turned-off', at, category: 'heating' }, brand: 'birch', inPortal: true },
  ])
  expect((await pool.query('select from outbox where person_id = $1', [personId])).rowCount).toBe(0)
})

test.each(languages)('the link and its notice use the same names of the topics: %s', (language) => {
  const notices = readTexts('notices', language)
  const texts = readTexts('unsubscribe', language)
  for (const category of unsubscribableCategories) expect(notices[`notice.topic.${category}`]).toBe(texts[category])
})

test('only the page that turns off faults says that gas and carbon monoxide alarms still come', async () => {
  const personId = await personWith('gil', 'en')
  const pages = async (category: 'heating' | 'data') => {
    const token = tokens.tokenOf({ personId, category })
    return [(await get(token)).body, (await post(token)).body]
  }
  const said = 'Gas and carbon monoxide alarms still come by email.'
  for (const page of await pages('heating')) expect(page).toContain(said)
  for (const page of await pages('data')) expect(page).not.toContain(said)
})

test('choices for one appliance are also turned off', async () => {
  const personId = await personWith('carl', null)
  const { rows } = await pool.query<{ id: string }>(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ('600000000', 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b')) returning id`,
  )
  const gatewayId = rows[0]?.id
  await pool.query('insert into connection (person_id, gateway_id, added_at) values ($1, $2, now())', [
    personId,
    gatewayId,
  ])
  await pool.query('insert into notice_choice values ($1, $2, $3)', [personId, gatewayId, defaultNoticeChoices])
  await post(tokens.tokenOf({ personId, category: 'heating' }))
  const queryResult = await pool.query<{ choices: unknown }>('select choices from notice_choice')
  expect(queryResult.rows[0]?.choices).toEqual({
    ...defaultNoticeChoices,
    heating: { ...defaultNoticeChoices.heating, mail: false },
  })
})

test('tokens of nobody, of a person who left and of another installation get the same answer', async () => {
  const foreign = createUnsubscribeTokens(randomBytes(32))
  const subject = { personId: randomUUID(), category: 'heating' } as const
  const asked = ['x', tokens.tokenOf(subject), foreign.tokenOf(subject)]
  const answers = [
    ...(await Promise.all(asked.map(get))),
    ...(await Promise.all(asked.map(async (each) => post(each)))),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
  expect(new Set(answers.slice(0, 3).map(({ body }) => body)).size).toBe(1)
  expect(answers[0]?.body).toMatch(/^nl \| Deze link werkt niet/u)
})

test.each(['', 'List-Unsubscribe=Two-Clicks', 'x'.repeat(5_000)])(
  'a post without the one-click field does nothing',
  async (body) => {
    const personId = await persons.personIdOf({ issuer: testIssuer, subject: randomUUID() })
    const answer = await post(tokens.tokenOf({ personId, category: 'heating' }), body)
    expect(answer.statusCode).toBeOneOf([400, 413])
    expect(await choicesOf(personId)).toBeUndefined()
  },
)

test('a JSON body is refused', async () => {
  const answer = await post('x', '{}', { 'content-type': 'text/plain' })
  expect(answer.statusCode).toBe(415)
})

test('mail programs may send either encoding', () => {
  const multipart = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect(['List-Unsubscribe=One-Click', multipart].map(isOneClickUnsubscribe)).toEqual([true, true])
  expect([undefined, {}, 'One-Click', 'X-List-Unsubscribe=One-Click'].map(isOneClickUnsubscribe)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
