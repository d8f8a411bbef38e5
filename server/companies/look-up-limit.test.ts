import { expect, test } from 'vitest'
import { createLookUpLimit } from './look-up-limit.ts'

test('one person may look up so many companies in a minute, and another is not held up by that', () => {
  const time = { ms: 1_000 }
  const limit = createLookUpLimit({ clock: { now: () => time.ms }, lookUps: 3 })
  const [olga, viktor] = [
    { issuer: 'a', subject: 'olga' },
    { issuer: 'a', subject: 'viktor' },
  ]
  for (let count = 0; count < 3; count++) limit(olga)
  expect(() => limit(olga)).toThrow(expect.objectContaining({ kind: 'too-many-requests', detail: { retryAfterS: 59 } }))
  expect(() => limit(viktor)).not.toThrow()
  time.ms = 60_000
  expect(() => limit(olga)).not.toThrow()
})
