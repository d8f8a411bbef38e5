import { afterAll, expect, test } from 'vitest'
import {
  noticeSettingsAnswer,
  type NoticeSettingsAnswer,
  defaultNoticeChoices,
  defaultNoticeSettings,
} from '#contract/notice-settings.ts'
import type { Bus, BusMessage } from '#server/live/bus/bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { createTestApi, testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { addNoticeSettingsRoutes } from './routes.ts'

const database = await createTestDatabase()
const { pool } = database
const persons = createPersonDirectory(database)
const now = Date.parse('2026-03-01T10:00:00Z')
const clock = { now: () => now }
const mail = { url: 'smtp://mail.example', from: new Map<string, string>(), dkim: null }
const webPush = { publicKey: 'public', privateKey: 'private', subject: 'mailto:a@b.example', testOrigin: null }
const busMessages: BusMessage[] = []
const bus: Pick<Bus, 'publish'> = { publish: async (_, messages) => void busMessages.push(...messages) }
const publicUrl = 'http://portal.example'
const channels = { mail: true, push: true }
const common = { database, bus, persons, clock, channels, emailTrust: 'claim' as const, brandOfRequest: () => 'birch' }
const api = await createTestApi((add) =>
  addNoticeSettingsRoutes(add, { ...common, config: { mail, webPush, publicUrl } }),
)
const bare = await createTestApi((add) =>
  addNoticeSettingsRoutes(add, { ...common, config: { mail: null, webPush: null, publicUrl } }),
)

afterAll(async () => {
  await api.app.close()
  await bare.app.close()
  await database.close()
})

const url = '/api/2/notices/settings'
const put = async (as: string, body: unknown) => api.send({ as, method: 'PUT', url, body })
const idOf = async (subject: string) => persons.personIdOf({ issuer: testIssuer, subject })

async function settingsOf(as: string): Promise<NoticeSettingsAnswer> {
  const answer = await api.send({ as, url })
  expect(answer.statusCode).toBe(200)
  return noticeSettingsAnswer.parse(answer.json())
}

let serial = 500_000_000
async function addAppliance(subject: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ($1, 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b')) returning id`,
    [String(serial++)],
  )
  const id = rows[0]?.id ?? ''
  const values = [await idOf(subject), id, new Date(now)]
  await pool.query('insert into connection (person_id, gateway_id, added_at) values ($1, $2, $3)', values)
  return id
}

test('a person without choices has the default settings', async () => {
  expect(await settingsOf('ann')).toEqual({
    ...defaultNoticeSettings,
    channels: ['portal', 'mail', 'push'],
    mail: { address: null, unverified: null, codeUntil: null },
    pushKey: 'public',
  })
})

test('channels that the operator has not configured are not available', async () => {
  const answer = await bare.send({ as: 'ann', url })
  expect(answer.json()).toMatchObject({ channels: ['portal'], pushKey: null })
})

const quietHours = { from: '22:00', to: '07:00', zone: 'Europe/Berlin', errorsBreakThrough: true }

test('all settings are stored, and read again', async () => {
  const connectionId = await addAppliance('bea')
  const quiet = { portal: true, mail: false, push: false }
  const settings = {
    choices: { ...defaultNoticeChoices, heating: quiet },
    appliances: [{ connectionId, choices: { heating: defaultNoticeChoices.heating, service: quiet, data: quiet } }],
    quietHours,
    pausedUntil: '2026-03-08T10:00:00.000Z',
  }
  const answer = await put('bea', settings)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject(settings)
  expect(busMessages).toContainEqual({ kind: 'notices', personId: await idOf('bea') })
  expect(await settingsOf('bea')).toEqual(answer.json())
  await put('bea', defaultNoticeSettings)
  expect(await settingsOf('bea')).toMatchObject(defaultNoticeSettings)
})

test('choices for appliances of others are omitted, and so is a pause that is over', async () => {
  const foreign = await addAppliance('carl')
  const { heating, service, data } = defaultNoticeChoices
  const appliances = [{ connectionId: foreign, choices: { heating, service, data } }]
  const settings = { ...defaultNoticeSettings, appliances, pausedUntil: '0001-01-01T00:00:00Z' }
  expect((await put('dora', settings)).json()).toMatchObject({ appliances: [], pausedUntil: null })
})

test.each([
  [
    'security without mail',
    { choices: { ...defaultNoticeChoices, security: { portal: true, mail: false, push: true } } },
  ],
  ['an unknown time zone', { quietHours: { ...quietHours, zone: 'Europe/Atlantis' } }],
  ['hours without length', { quietHours: { ...quietHours, to: '22:00' } }],
])('%s breaks a rule', async (_, change) => {
  expect((await put('emil', { ...defaultNoticeSettings, ...change })).statusCode).toBe(422)
})

test.each([{}, { ...defaultNoticeSettings, language: 'de' }, { ...defaultNoticeSettings, choices: {} }])(
  'a body such as %j has a wrong shape',
  async (body) => expect((await put('emil', body)).statusCode).toBe(400),
)

test('a change of the settings causes a notice in the portal and by email, once an hour for a session; an unchanged save causes none', async () => {
  const personId = await idOf('gina')
  const change = { ...defaultNoticeSettings, quietHours }
  await put('gina', defaultNoticeSettings)
  for (const settings of [change, change, defaultNoticeSettings]) await put('gina', settings)
  const { rows } = await pool.query('select event, brand from notice where person_id = $1', [personId])
  expect(rows).toEqual([
    { event: { kind: 'notice-settings-changed', at: new Date(now).toISOString() }, brand: 'birch' },
  ])
  const { rows: mails } = await pool.query('select channel, address from outbox where person_id = $1', [personId])
  expect(mails).toEqual([{ channel: 'mail', address: null }])
})
