import { expect, test } from 'vitest'
import { streetProblem } from './saving.ts'

const saved = { gatewayId: 'g', saved: 'Road 2', maybe: [{ street: 'Road 3', until: Infinity }] }

test('what was answered 2xx stands there, or what was sent later and went unanswered', () => {
  expect(streetProblem(saved, 'Road 2')).toBeUndefined()
  expect(streetProblem(saved, 'Road 3')).toBeUndefined()
})

test('an older address is a loss, and so is none', () => {
  expect(streetProblem(saved, 'Road 1')).toContain('was saved as "Road 2" and is "Road 1"')
  expect(streetProblem(saved, undefined)).toContain('is ""')
})

test('what went unanswered for long is not done any more', () => {
  expect(streetProblem({ ...saved, maybe: [{ street: 'Road 3', until: 0 }] }, 'Road 3')).toContain('is "Road 3"')
})

test('before anything was answered nothing is expected', () => {
  expect(streetProblem({ ...saved, saved: undefined }, 'anything')).toBeUndefined()
})
