import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { pageNotification } from '#contract/event-bus.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import type { ServiceChange } from '#server/service-changes/store.ts'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
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

test('a change of the service settings is sent to all pages of all watchers of the appliance, without its contents', async () => {
  const push = await startPushProcess(database)
  const [owner, viewer] = [randomUUID(), randomUUID()]
  const gateway = await insertGatewayWithPeople(database, [owner, viewer])
  const pages = [await watching(push, owner, gateway), await watching(push, viewer, gateway)]
  await push.bus.publish(pool, [{ kind: 'service', gatewayId: gateway }])
  for (const page of pages)
    await vi.waitFor(() =>
      expect(notificationsOf(page)).toEqual([{ resourceId: gateway, resourceType: 'service', seq: 0 }]),
    )
  expect(pageNotification.parse(notificationsOf(pages[0])[0])).toEqual(notificationsOf(pages[0])[0])
})

test('a notification has the seq of the person’s connection', async () => {
  const push = await startPushProcess(database)
  const owner = randomUUID()
  const gateway = await insertGatewayWithPeople(database, [owner])
  const page = await watching(push, owner, gateway)
  const pushed = { resourceId: gateway, resourceType: 'service' }
  await inTransaction(pool, async (transaction) => publishServiceChange(transaction, push.bus, { gatewayId: gateway }))
  await vi.waitFor(() => expect(notificationsOf(page)).toEqual([{ ...pushed, seq: 1 }]))
})

test('a name is sent only to the pages of its person', async () => {
  const push = await startPushProcess(database)
  const [owner, viewer] = [randomUUID(), randomUUID()]
  const gateway = await insertGatewayWithPeople(database, [owner, viewer])
  const [ownPage, ...viewersPages] = [
    await watching(push, owner, gateway),
    await watching(push, viewer, gateway),
    await watching(push, viewer, gateway),
  ]
  const { rows } = await pool.query<{ id: string }>('select id from person where subject = $1', [viewer])
  const personId = rows[0]?.id ?? ''
  const pushed = { resourceId: gateway, resourceType: 'service' }
  const change = async (of: ServiceChange) =>
    inTransaction(pool, async (transaction) => publishServiceChange(transaction, push.bus, of))
  await change({ gatewayId: gateway, personId })
  for (const page of viewersPages) {
    await vi.waitFor(() => expect(notificationsOf(page)).toEqual([{ ...pushed, seq: 1 }]))
  }
  await change({ gatewayId: gateway })
  await vi.waitFor(() => expect(notificationsOf(ownPage)).toEqual([{ ...pushed, seq: 1 }]))
  await vi.waitFor(() => expect(notificationsOf(viewersPages[0]).at(-1)).toEqual({ ...pushed, seq: 2 }))
})

test('a person who lost the appliance, or does not watch it, receives nothing about it', async () => {
  const push = await startPushProcess(database)
  const [owner, former] = [randomUUID(), randomUUID()]
  const [gateway, other] = [
    await insertGatewayWithPeople(database, [owner, former]),
    await insertGatewayWithPeople(database, [owner]),
  ]
  const [ownPage, formerPage] = [await watching(push, owner, gateway), await watching(push, former, gateway)]
  await pool.query(
    'delete from connection where gateway_id = $1 and person_id in (select id from person where subject = $2)',
    [gateway, former],
  )
  await push.bus.publish(pool, [{ kind: 'service', gatewayId: other }])
  await push.bus.publish(pool, [{ kind: 'service', gatewayId: gateway }])
  await vi.waitFor(() =>
    expect(notificationsOf(ownPage)).toEqual([{ resourceId: gateway, resourceType: 'service', seq: 0 }]),
  )
  expect(notificationsOf(formerPage)).toEqual([])
})

async function watching(push: PushProcess, person: string, gateway: string): Promise<TestPage> {
  const token = pageTokenFor(person)
  await subscribeAndWait({ push, token }, [gateway])
  const page = await openTestPage(push)
  page.send(registerMessageOf(token))
  await vi.waitFor(() => expect(page.statuses()).toHaveLength(1))
  return page
}

function notificationsOf(page: TestPage | undefined): unknown[] {
  const bodies = page?.messages().map(({ body }) => body as { resourceType?: string }) ?? []
  return bodies.filter(({ resourceType }) => resourceType === 'service')
}
