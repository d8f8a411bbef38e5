import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { maxAccountMailsPerDay } from '#contract/notices.ts'
import { createTestDatabase } from '#test/database.ts'
import { silentLog } from '#server/log.ts'
import { recordSignInBrowser } from './record-sign-in-browser.ts'
import { createNoticeFixture } from '#test/notices/notice-fixture.ts'

const { pool, close } = await createTestDatabase()
const fixture = createNoticeFixture(pool)
const dependencies = { ...fixture.dependencies, log: silentLog }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

afterAll(close)

const sees = async (personId: string, cookie: string): Promise<void> => {
  const browserDigest = createHash('sha256').update(cookie).digest()
  await recordSignInBrowser(dependencies, { personId, browserDigest, userAgent: firefox, brand: 'birch' })
}

test('a sign-in from a new browser causes one notice; the first browser of a person causes none', async () => {
  const [one, other] = [await fixture.insertPerson(), await fixture.insertPerson()]
  await sees(one, 'laptop')
  await sees(one, 'laptop')
  expect(await fixture.noticesOf(one)).toEqual([])
  await sees(one, 'telephone')
  await sees(one, 'telephone')
  await sees(other, 'telephone')
  expect([await fixture.noticesOf(one), await fixture.noticesOf(other)]).toEqual([['new-browser'], []])
  const { rows } = await pool.query('select event, brand, gateway_id from notice')
  expect(rows).toEqual([
    {
      event: { kind: 'new-browser', at: '2026-03-15T12:00:00.000Z', browser: 'Firefox', system: 'Linux' },
      brand: 'birch',
      gateway_id: null,
    },
  ])
})

test('it goes out by email with any settings, and during a pause', async () => {
  const person = await fixture.insertPerson()
  await pool.query('insert into notice_settings (person_id, paused_until) values ($1, $2)', [person, '2027-01-01'])
  await sees(person, 'laptop')
  await sees(person, 'telephone')
  const { rows } = await pool.query('select channel from outbox where person_id = $1', [person])
  expect(rows).toEqual([{ channel: 'mail' }])
})

test('of many new browsers in a day the portal has all, and only the first ones go out by email', async () => {
  const person = await fixture.insertPerson()
  for (let count = 0; count <= maxAccountMailsPerDay + 3; count += 1) await sees(person, `browser ${count}`)
  const { rows } = await pool.query('select channel from outbox where person_id = $1', [person])
  expect(rows).toHaveLength(maxAccountMailsPerDay)
  expect(await fixture.noticesOf(person)).toEqual(
    Array.from({ length: maxAccountMailsPerDay + 3 }, () => 'new-browser'),
  )
})

test('a failed notice does not prevent the sign-in', async () => {
  await expect(sees('00000000-0000-4000-8000-000000000000', 'laptop')).resolves.toBeUndefined()
})
