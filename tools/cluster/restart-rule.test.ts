import { expect, test } from 'vitest'
import { createRestartRule } from './restart-rule.ts'

test('a service that ran is restarted after a second, any number of times', () => {
  const rule = createRestartRule()
  const answers = Array.from({ length: 50 }, () => rule.next(1))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"again":"after","pauseMs":1000}']),
  )
})

test('a service is not restarted after 20 failed starts in a row', () => {
  const rule = createRestartRule()
  for (let failed = 0; failed < 19; failed += 1) rule.next(0)
  rule.next(1)
  const answers = Array.from({ length: 20 }, () => rule.next(0))
  expect(answers.map(({ again }) => again)).toEqual([...Array.from({ length: 19 }, () => 'after'), 'never'])
})
