import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import type { ExportState } from '#contract/export-states.ts'
import { pageNotification } from '#contract/event-bus.ts'
import { createTestDatabase } from '#test/database.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  startPushProcess,
  subscribeAndWait,
  pageTokenFor,
} from '#test/live/push-process.ts'
import type { TestPage, PushProcess } from '#test/live/push-process.ts'

const database = await createTestDatabase({ max: 10 })
const { pool } = database

afterAll(database.close)

const requestId = randomUUID()

test('only the owner receives the progress of an export, on all pages', async () => {
  const push = await startPushProcess(database)
  const [owner, viewer] = [randomUUID(), randomUUID()]
  const gateway = await ownedGateway(owner, [viewer])
  const [one, other, foreign] = [
    await watching(push, owner, gateway),
    await watching(push, owner, gateway),
    await watching(push, viewer, gateway),
  ]
  await publish(push, { owner, gateway, progress: 40 })
  const pushed = { resourceId: gateway, resourceType: 'export', requestId, state: 'NOT_READY', progress: 40 }
  for (const page of [one, other]) await vi.waitFor(() => expect(notificationsOf(page)).toEqual([pushed]))
  expect(pageNotification.parse(pushed)).toEqual(pushed)
  expect(notificationsOf(foreign)).toEqual([])
})

test('a former owner receives nothing, although the message names them', async () => {
  const push = await startPushProcess(database)
  const former = randomUUID()
  const [lost, kept] = [await ownedGateway(former, []), await ownedGateway(former, [])]
  const page = await watching(push, former, kept)
  await pool.query('update connection set owner_since = null where gateway_id = $1', [lost])
  await publish(push, { owner: former, gateway: lost, progress: 10 })
  await publish(push, { owner: former, gateway: kept, progress: 20 })
  await vi.waitFor(() => expect(notificationsOf(page)).toMatchObject([{ resourceId: kept, progress: 20 }]))
})

test('a page whose token has expired receives nothing', async () => {
  const push = await startPushProcess(database)
  const owner = randomUUID()
  const gateway = await ownedGateway(owner, [])
  const page = await watching(push, owner, gateway)
  push.clock.time += 7_200_000
  const fresh = await openTestPage(push)
  fresh.send(registerMessageOf(pageTokenFor(owner, { expiresAt: push.clock.time + 60_000 })))
  await vi.waitFor(() => expect(fresh.statuses()).toHaveLength(1))
  await publish(push, { owner, gateway, progress: 20, state: 'READY' })
  await vi.waitFor(() => expect(notificationsOf(fresh)).toMatchObject([{ progress: 20, state: 'READY' }]))
  expect(notificationsOf(page)).toEqual([])
})

test('all pages of a person receive that there are notices to read, and pages of others do not', async () => {
  const push = await startPushProcess(database)
  const [reader, other] = [randomUUID(), randomUUID()]
  const gateway = await ownedGateway(reader, [other])
  const pages = [await watching(push, reader, gateway), await watching(push, reader, gateway)]
  const foreign = await watching(push, other, gateway)
  await push.bus.publish(pool, [{ kind: 'notices', personId: await idOf(reader) }])
  for (const page of pages) await vi.waitFor(() => expect(bodiesOf(page)).toContainEqual({ resourceType: 'notices' }))
  expect(bodiesOf(foreign)).not.toContainEqual({ resourceType: 'notices' })
})

async function ownedGateway(owner: string, viewers: string[]): Promise<string> {
  const gateway = await insertGatewayWithPeople(database, [owner, ...viewers])
  await pool.query(
    `update connection set owner_since = now()
     where gateway_id = $1 and person_id = (select id from person where subject = $2)`,
    [gateway, owner],
  )
  return gateway
}

type Progress = { owner: string; gateway: string; progress: number; state?: ExportState }

async function publish(push: PushProcess, { owner, gateway, progress, state = 'NOT_READY' }: Progress): Promise<void> {
  const personId = await idOf(owner)
  await push.bus.publish(pool, [{ kind: 'export', gatewayId: gateway, personId, requestId, state, progress }])
}

async function watching(push: PushProcess, person: string, gateway: string): Promise<TestPage> {
  const token = pageTokenFor(person)
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openTestPage(push)
  page.send(registerMessageOf(token))
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1))
  return page
}

async function idOf(subject: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from person where subject = $1', [subject])
  return rows[0]?.id ?? ''
}

function notificationsOf(page: TestPage): unknown[] {
  return bodiesOf(page).filter((body) => body?.resourceType === 'export')
}

function bodiesOf(page: TestPage): ({ resourceType?: string } | undefined)[] {
  return page.messages().map(({ body }) => body as { resourceType?: string } | undefined)
}
