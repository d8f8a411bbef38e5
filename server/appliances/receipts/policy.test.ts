import { expect, test } from 'vitest'
import { createHolder } from '#test/access/holders.ts'
import { visibleReceiptsFilterOf } from './policy.ts'

const since = new Date('2026-02-01T00:00:00Z')
const holder = createHolder('ada')

test('the owner and co-owners see all receipts of their own time, a viewer only their own receipts', () => {
  expect(visibleReceiptsFilterOf({ ...holder, ownerSince: since })).toEqual({ personId: 'ada', allSince: since })
  expect(visibleReceiptsFilterOf({ ...holder, coOwnerSince: since })).toEqual({
    personId: 'ada',
    allSince: holder.addedAt,
  })
  expect(visibleReceiptsFilterOf(holder)).toEqual({ personId: 'ada', allSince: null })
  expect(() => visibleReceiptsFilterOf(null)).toThrow('not-found')
})
