import { expect, test } from 'vitest'
import { createHolder } from '#test/access/holders.ts'
import { visibleReceiptsOf } from './policy.ts'

const since = new Date('2026-02-01T00:00:00Z')
const holder = createHolder('ada')

test('the owner and co-owners see all receipts of their own time, a viewer only their own receipts', () => {
  expect(visibleReceiptsOf({ ...holder, ownerSince: since })).toEqual({ personId: 'ada', allSince: since })
  expect(visibleReceiptsOf({ ...holder, coOwnerSince: since })).toEqual({ personId: 'ada', allSince: holder.addedAt })
  expect(visibleReceiptsOf(holder)).toEqual({ personId: 'ada', allSince: null })
  expect(() => visibleReceiptsOf(null)).toThrow('not-found')
})
