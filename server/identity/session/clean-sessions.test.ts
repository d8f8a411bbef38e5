import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { openBrowser, startTestPortal, type TestPortal } from '#test/identity/portal.ts'
import { cleanSessions } from './clean-sessions.ts'

let database: TestDatabase
let portal: TestPortal

beforeAll(async () => {
  database = await testDatabase()
  portal = await startTestPortal({ database })
})
afterAll(async () => {
  await portal.close()
  await database.close()
})

test('expired attempts and sessions are deleted, the others stay', async () => {
  const { clock } = portal
  const { pool } = database
  await openBrowser(portal).signIn()
  await openBrowser(portal).get('/auth/login')
  expect(await cleanSessions({ pool, clock })).toEqual({ attempts: 0, sessions: 0 })
  clock.pass(10 * 60_000)
  await openBrowser(portal).get('/auth/login')
  await openBrowser(portal).signIn()
  expect(await cleanSessions({ pool, clock })).toEqual({ attempts: 1, sessions: 0 })
  clock.pass(7 * 24 * 60 * 60_000 - 10 * 60_000)
  expect(await cleanSessions({ pool, clock })).toEqual({ attempts: 1, sessions: 1 })
  clock.pass(30 * 24 * 60 * 60_000)
  expect(await cleanSessions({ pool, clock })).toEqual({ attempts: 0, sessions: 1 })
})
