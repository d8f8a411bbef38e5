import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import type { DailyAct } from '#server/audit/daily/daily-act.ts'
import { createTestDatabase } from '#test/database.ts'
import {
  insertGatewayWithPeople,
  openTestPage,
  registerMessageOf,
  startPushProcess,
  subscribeAndWait,
  pageTokenFor,
} from '#test/live/push-process.ts'
import { createViewRecorder } from './view-recorder.ts'

const database = await createTestDatabase({ max: 10 })
afterAll(database.close)

test('live values count as viewed as soon as a page subscribes to them', async () => {
  const acts: DailyAct[] = []
  const push = await startPushProcess(database, { recordDailyAct: (act) => void acts.push(act) })
  const person = randomUUID()
  const gatewayId = await insertGatewayWithPeople(database, [person])
  const page = await openTestPage(push)
  page.send(registerMessageOf(pageTokenFor(person)))
  await subscribeAndWait({ push, token: pageTokenFor(person) }, [gatewayId])
  await vi.waitFor(() => expect(acts).toContainEqual(expect.objectContaining({ kind: 'values-viewed', gatewayId })))
})

test('a page that stays open is recorded again each minute, so that it counts on the next day', () => {
  const acts: DailyAct[] = []
  const watches = new Map([['boiler', { since: '2026-01-01' }]])
  const people = new Map([['vera', { id: 'vera', watches }]])
  const records = createViewRecorder({ subscriptionRegistry: { people }, recordDailyAct: (act) => void acts.push(act) })
  for (let second = 0; second <= 120; second++) records.tick(second * 1000)
  const view = { kind: 'values-viewed', gatewayId: 'boiler', personId: 'vera', since: '2026-01-01' }
  expect(acts).toEqual([view, view, view])
})
