import { expect, test } from 'vitest'
import { restartAlways } from './restart-always.ts'

test('a service that ran is started again after a second, however often it ends', () => {
  const deaths = restartAlways()
  const answers = Array.from({ length: 50 }, () => deaths.count(1))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['{"again":"after","pauseMs":1000}']),
  )
})

test('a service whose start fails 20 times in a row is not started any more', () => {
  const deaths = restartAlways()
  for (let failed = 0; failed < 19; failed += 1) deaths.count(0)
  deaths.count(1)
  const answers = Array.from({ length: 20 }, () => deaths.count(0))
  expect(answers.map(({ again }) => again)).toEqual([...Array.from({ length: 19 }, () => 'after'), 'never'])
})
