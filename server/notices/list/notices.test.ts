import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { type NoticeEvent, type NoticeList, noticeList } from '#contract/notices.ts'
import type { BusMessage } from '#server/live/bus/bus.ts'
import { createPostgresBus } from '#server/live/bus/postgres-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import { createTestApi, testIssuer } from '#test/test-api.ts'
import { createPersonDirectory } from '#server/identity/person-directory.ts'
import { addNoticeListRoutes } from './routes.ts'

const database = await createTestDatabase()
const { pool } = database
const bus = createPostgresBus({ url: database.url, log: pino({ level: 'silent' }) })
const persons = createPersonDirectory(database)
const now = Date.parse('2026-03-01T10:00:00Z')
const api = await createTestApi((add) =>
  addNoticeListRoutes(add, { database, persons, bus, clock: { now: () => now } }),
)

afterAll(async () => {
  await api.app.close()
  await bus.close()
  await database.close()
})

let counted = 0
const since = '2026-02-28T20:00:00Z'
const undeliverable: NoticeEvent = { kind: 'mail-undeliverable' }

type NoticeFields = { event?: object; minutesAgo?: number; gatewayId?: string; inPortal?: boolean }

async function recordNotices(
  subject: string,
  { event = undeliverable, minutesAgo = 0, ...fields }: NoticeFields = {},
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into notice (person_id, gateway_id, event, brand, dedupe, in_portal, created_at)
     values ($1, $2, $3, 'cedar', $4, $5, $6) returning id`,
    [
      await persons.personIdOf({ issuer: testIssuer, subject }),
      fields.gatewayId ?? null,
      event,
      String(counted++),
      fields.inPortal ?? true,
      new Date(now - minutesAgo * minuteMs),
    ],
  )
  return rows[0]?.id ?? ''
}

async function addBoiler(subject: string, name: string | null, addedAt: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into gateway (serial, type, appliance_type, brand, claim_digest, device_key_digest)
     values ($1, 'rrc1', 'BOILER', 'cedar', sha256('a'), sha256('b')) returning id`,
    [String(400_000_000 + counted++)],
  )
  const id = rows[0]?.id ?? ''
  await pool.query('insert into connection (person_id, gateway_id, name, added_at) values ($1, $2, $3, $4)', [
    await persons.personIdOf({ issuer: testIssuer, subject }),
    id,
    name,
    addedAt,
  ])
  return id
}

async function listOf(as: string, query = ''): Promise<NoticeList> {
  const answer = await api.send({ as, url: `/api/2/notices${query}` })
  expect(answer.statusCode).toBe(200)
  return noticeList.parse(answer.json())
}

const read = async (as: string, body: unknown) => api.send({ as, method: 'PATCH', url: '/api/2/notices', body })

test('notices are listed newest first, with the total number of unread ones, in pages without gaps', async () => {
  const ids: string[] = []
  for (const minutesAgo of [5, 4, 3, 3, 3, 1]) ids.push(await recordNotices('pia', { minutesAgo }))
  const seen: string[] = []
  for (let query = '?limit=2'; query !== '';) {
    const { items, unread, before } = await listOf('pia', query)
    expect(items.length).toBe(2)
    expect(unread).toBe(6)
    seen.push(...items.map(({ id }) => id))
    query = before === null ? '' : `?limit=2&before=${before}`
  }
  expect(seen.toSorted()).toEqual(ids.toSorted())
  expect([seen[0], seen.at(-1)]).toEqual([ids.at(-1), ids[0]])
})

test('nobody can read notices of others, nor notices that were sent only by email', async () => {
  const foreign = await recordNotices('quin')
  await recordNotices('rosa', { inPortal: false })
  expect(await listOf('rosa')).toEqual({ items: [], unread: 0, before: null })
  expect((await read('rosa', { read: [foreign] })).json()).toEqual({ unread: 0 })
  expect((await listOf('quin')).items[0]?.readAt).toBeNull()
})

test('a notice has the current name of the appliance, and its number among those of its type', async () => {
  await addBoiler('sven', null, '2026-01-01T00:00:00Z')
  const second = await addBoiler('sven', 'Cellar', '2026-01-02T00:00:00Z')
  const event = { kind: 'fault-began', code: 'E104', since } as const
  await recordNotices('sven', { event, gatewayId: second })
  expect((await listOf('sven')).items).toMatchObject([
    {
      category: 'heating',
      event,
      connectionId: second,
      appliance: { name: 'Cellar', applianceType: 'BOILER', placementInType: 2 },
    },
  ])
})

test('the language of the requesting page is used for emails', async () => {
  const languageOf = async () => {
    const text = 'select language from notice_settings join person p on p.id = person_id where p.subject = $1'
    return (await pool.query<{ language: string }>(text, ['wim'])).rows.map(({ language }) => language)
  }
  for (const language of ['pl', 'nl']) {
    await api.send({ as: 'wim', url: '/api/2/notices', language })
    expect(await languageOf()).toEqual([language])
  }
})

test('an unknown kind is omitted', async () => {
  await recordNotices('tina', { event: { kind: 'from-the-future' } })
  expect((await listOf('tina')).items).toEqual([])
})

test('reading notices is published to all pages of the person, once; reading them again is not', async () => {
  const busMessages: BusMessage[] = []
  const subscription = await bus.subscribe({
    onMessages: (fields) => void busMessages.push(...fields),
    onResync: () => {},
  })
  const [one, other, third] = [await recordNotices('uma'), await recordNotices('uma'), await recordNotices('uma')]
  const personId = await persons.personIdOf({ issuer: testIssuer, subject: 'uma' })
  expect((await read('uma', { read: [one] })).json()).toEqual({ unread: 2 })
  expect((await read('uma', { read: [one] })).json()).toEqual({ unread: 2 })
  expect((await read('uma', { read: 'all' })).json()).toEqual({ unread: 0 })
  const { items } = await listOf('uma')
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set([one, other, third]))
  expect(items.map(({ readAt }) => readAt)).toEqual(items.map(() => new Date(now).toISOString()))
  const fields = { kind: 'notices', personId }
  await expect.poll(() => busMessages).toEqual([fields, fields])
  subscription.close()
})

test.each(['?limit=0', '?limit=101', '?limit=x', '?after=1', '?before=1', '?before=2026-02-31T00:00:00.000000Z_x'])(
  'the query %s is refused',
  async (query) => expect((await api.send({ as: 'vera', url: `/api/2/notices${query}` })).statusCode).toBe(400),
)

test.each(['2026-02-31T00:00:00.000000Z', '2026-99-01T00:00:00.000000Z'])(
  'an invalid cursor, %s, is refused',
  async (at) => {
    const url = `/api/2/notices?before=${at}_${crypto.randomUUID()}`
    expect((await api.send({ as: 'vera', url })).statusCode).toBe(400)
  },
)

test.each([{}, { read: [] }, { read: 'some' }, { read: ['x'] }, { read: 'all', also: 1 }])(
  'a body such as %j is refused',
  async (body) => expect((await read('vera', body)).statusCode).toBeOneOf([400, 422]),
)
