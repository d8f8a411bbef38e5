import { expect, test } from 'vitest'
import { problem } from './refusals.ts'

test('a refusal has fields or a route only if there are any', () => {
  const min = { type: 'about:blank', title: 'Not found', status: 404, code: 'not-found' }
  expect(problem.safeParse(min).success).toBe(true)
  expect(problem.safeParse({ ...min, errors: [{ path: 'city', code: 'required' }], route: '/' }).success).toBe(true)
  expect(problem.safeParse({ ...min, code: 'other' }).success).toBe(false)
})
