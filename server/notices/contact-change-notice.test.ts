import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { recordContactChangeNotice } from './contact-change-notice.ts'
import { createNoticeFixture } from '#test/notices/notice-fixture.ts'

const { pool, close } = await createTestDatabase()
const fixture = createNoticeFixture(pool)
const signIn = 'sign-in@example.com'
const former = 'former@example.com'

afterEach(async () => void (await pool.query('delete from person')))
afterAll(close)

async function change(personId: string, contactEmail: string): Promise<void> {
  const how = { ...fixture.dependencies, emailTrust: 'claim' as const, now: (fixture.clock.time += 1) }
  await inTransaction(pool, async (transaction) => {
    await recordContactChangeNotice(transaction, how, { personId, contactEmail, brand: 'birch' })
  })
}

async function confirm(personId: string, address: string): Promise<void> {
  await pool.query('insert into verified_mail values ($1, $2, now())', [personId, address])
}

async function addressesOf(personId: string): Promise<(string | null)[]> {
  const text = `select address from outbox where person_id = $1 and channel = 'mail' order by address nulls first`
  return (await pool.query<{ address: string | null }>(text, [personId])).rows.map(({ address }) => address)
}

test('a change of the contact email is sent to the portal, to the old address and to the sign-in address', async () => {
  const person = await fixture.insertPerson({ email: signIn, contactEmail: former })
  await confirm(person, former)
  await change(person, 'thief@example.com')
  expect(await fixture.noticesOf(person)).toEqual(['contact-email-changed'])
  expect(await addressesOf(person)).toEqual([null, former, signIn])
})

test('an old address that was never confirmed gets nothing', async () => {
  const person = await fixture.insertPerson({ email: signIn, contactEmail: former })
  await change(person, 'thief@example.com')
  expect(await addressesOf(person)).toEqual([null, signIn])
})

test('a first contact email is announced only at the sign-in address, where emails went before', async () => {
  const [verified, unverified] = [
    await fixture.insertPerson({ email: signIn }),
    await fixture.insertPerson({ email: signIn, isVerified: false }),
  ]
  for (const person of [verified, unverified]) await change(person, 'contact@example.com')
  expect([await fixture.noticesOf(verified), await fixture.noticesOf(unverified)]).toEqual([
    ['contact-email-changed'],
    [],
  ])
})

test('saving without a change sends nothing', async () => {
  const person = await fixture.insertPerson({ email: signIn, contactEmail: former })
  await change(person, 'Former@example.com')
  expect(await fixture.noticesOf(person)).toEqual([])
})
