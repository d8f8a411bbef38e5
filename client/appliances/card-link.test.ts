import { expect, test } from 'vitest'
import { parseCardLink, formatCardLink } from './card-link.ts'

test('a link to a card names its appliance and tab', () => {
  const link = { applianceId: '0198c1b2-5f0e-7c1a-9d53-0a6b8f1e2d3c', tab: 'support' } as const
  expect(parseCardLink(new URL(formatCardLink(link), 'https://portal.example').hash)).toEqual(link)
})

test.each(['', '#invitation', '#provider', '#other-1'])('the fragment %j names no card', (hash) => {
  expect(parseCardLink(hash)).toBeNull()
})
