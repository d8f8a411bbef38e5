import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { createTestBrowser, startTestPortal, type TestPortal } from '#test/identity/test-portal.ts'
import { deleteExpiredSignInData } from './delete-expired-sign-in-data.ts'

let database: TestDatabase
let portal: TestPortal

beforeAll(async () => {
  database = await createTestDatabase()
  portal = await startTestPortal({ database })
})
afterAll(async () => {
  await portal.close()
  await database.close()
})

test('expired attempts and sessions are deleted, the others stay', async () => {
  const { clock } = portal
  const { pool } = database
  await createTestBrowser(portal).signIn()
  await createTestBrowser(portal).get('/auth/login')
  expect(await deleteExpiredSignInData({ pool, clock })).toEqual({ attempts: 0, sessions: 0 })
  clock.pass(10 * minuteMs)
  await createTestBrowser(portal).get('/auth/login')
  await createTestBrowser(portal).signIn()
  expect(await deleteExpiredSignInData({ pool, clock })).toEqual({ attempts: 1, sessions: 0 })
  clock.pass(7 * dayMs - 10 * minuteMs)
  expect(await deleteExpiredSignInData({ pool, clock })).toEqual({ attempts: 1, sessions: 1 })
  clock.pass(30 * dayMs)
  expect(await deleteExpiredSignInData({ pool, clock })).toEqual({ attempts: 0, sessions: 1 })
})
