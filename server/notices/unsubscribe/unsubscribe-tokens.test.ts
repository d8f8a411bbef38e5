import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unsubscribableCategories } from '#contract/notices.ts'
import { createUnsubscribeTokens } from './unsubscribe-tokens.ts'

const key = randomBytes(32)
const tokens = createUnsubscribeTokens(key)
const anySubject = fc.record({
  personId: fc.uuid(),
  category: fc.constantFrom(...unsubscribableCategories),
})

test('a token contains the person and the category of emails to turn off, and fits in an address', () => {
  fc.assert(
    fc.property(anySubject, (subject) => {
      const token = tokens.tokenOf(subject)
      expect(token).toMatch(/^[\w-]{40,80}$/u)
      expect(tokens.read(token)).toEqual(subject)
    }),
  )
})

test('a token changed at any position is invalid', () => {
  fc.assert(
    fc.property(anySubject, fc.nat(), fc.constantFrom('A', 'b', '7', '_', '='), (subject, at, letter) => {
      const token = tokens.tokenOf(subject)
      const index = at % token.length
      const changed = token.slice(0, index) + letter + token.slice(index + 1)
      fc.pre(changed !== token)
      expect(tokens.read(changed)).toBeNull()
    }),
  )
})

test('a token of another installation is invalid', () => {
  const token = createUnsubscribeTokens(randomBytes(32)).tokenOf({ personId: crypto.randomUUID(), category: 'data' })
  expect(tokens.read(token)).toBeNull()
})

test.each(['', 'x', '../../etc', 'A'.repeat(44), 'A'.repeat(10_000), '%00', 'heating'])(
  'other texts, such as %j, are invalid',
  (token) => expect(tokens.read(token)).toBeNull(),
)
