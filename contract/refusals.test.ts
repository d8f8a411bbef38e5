import { expect, test } from 'vitest'
import { problem } from './refusals.ts'

test('a refusal has fields or a route only if there are any', () => {
  const least = { type: 'about:blank', title: 'Not found', status: 404, code: 'not-found' }
  expect(problem.safeParse(least).success).toBe(true)
  expect(problem.safeParse({ ...least, errors: [{ path: 'city', code: 'required' }], route: '/' }).success).toBe(true)
  expect(problem.safeParse({ ...least, code: 'other' }).success).toBe(false)
})
