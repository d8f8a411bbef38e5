import { expect, test } from 'vitest'
import { user } from './account.ts'

test('unknown fields of a person are absent', () => {
  expect(user.safeParse({ sub: 's' }).success).toBe(true)
  expect(user.safeParse({}).success).toBe(false)
  expect(user.safeParse({ sub: 's', country: 'US' }).success).toBe(false)
})
