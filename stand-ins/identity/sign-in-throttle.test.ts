import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { createTestDatabase } from '#test/database.ts'
import type { TestDatabase } from '#test/database.ts'
import { createMissingTables } from './store.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'
import type { SignInThrottle, ThrottleVerdict } from './sign-in-throttle.ts'

const windowMs = 15 * minuteMs
const limits = { perAccount: 3, perAddress: 6, windowMs }
let database: TestDatabase
let throttle: SignInThrottle
let now = Date.parse('2026-02-03T04:05:06Z')

beforeAll(async () => {
  database = await createTestDatabase()
  await createMissingTables(database.pool)
  throttle = createSignInThrottle({ pool: database.pool, clock: { now: () => now }, limits, purpose: 'sign-in' })
})

afterAll(() => database.close())

test('an account is blocked after its failures until the window ends', async () => {
  const attempt = { account: newAccount(), address: randomUUID() }
  expect(await kindsOf(3, attempt)).toEqual(['allowed', 'allowed', 'allowed'])
  expect(await throttle.begin(attempt)).toEqual({ kind: 'blocked', retryAfterSeconds: windowMs / 1000 })
  now += windowMs
  expect(await throttle.begin(attempt)).toEqual({ kind: 'allowed' })
})

test('upper case and spaces do not make another account', async () => {
  const account = newAccount()
  await kindsOf(3, { account, address: randomUUID() })
  const throttleVerdict = await throttle.begin({ account: ` ${account.toUpperCase()} `, address: randomUUID() })
  expect(throttleVerdict.kind).toBe('blocked')
})

test('an address is blocked after its failures with many accounts', async () => {
  const address = randomUUID()
  for (let failures = 0; failures < 6; failures += 1) await throttle.begin({ account: newAccount(), address })
  expect((await throttle.begin({ account: newAccount(), address })).kind).toBe('blocked')
})

test('simultaneous attempts are counted one by one', async () => {
  const attempt = { account: newAccount(), address: randomUUID() }
  const verdicts = await Promise.all(Array.from({ length: 6 }, () => throttle.begin(attempt)))
  expect(verdicts.filter((verdict: ThrottleVerdict) => verdict.kind === 'allowed')).toHaveLength(3)
})

test('the right password resets the failures of its account and does not count for the address', async () => {
  const attempt = { account: newAccount(), address: randomUUID() }
  for (let signIns = 0; signIns < 10; signIns += 1) {
    expect((await throttle.begin(attempt)).kind).toBe('allowed')
    await throttle.recordSuccess(attempt)
  }
})

async function kindsOf(count: number, attempt: { account: string; address: string }): Promise<string[]> {
  const kinds: string[] = []
  for (let each = 0; each < count; each += 1) kinds.push((await throttle.begin(attempt)).kind)
  return kinds
}

function newAccount(): string {
  return `person-${randomUUID()}@example.com`
}
