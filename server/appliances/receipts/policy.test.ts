import { expect, test } from 'vitest'
import { visibleReceiptsOf } from './policy.ts'

const addedAt = new Date('2026-01-01T00:00:00Z')
const since = new Date('2026-02-01T00:00:00Z')
const holder = { personId: 'ada', addedAt, ownerSince: null, coOwnerSince: null, endsAt: null, faultsSince: null }

test('the owner and co-owners see all receipts of their own time, a viewer only their own receipts', () => {
  expect(visibleReceiptsOf({ ...holder, ownerSince: since })).toEqual({ personId: 'ada', allSince: since })
  expect(visibleReceiptsOf({ ...holder, coOwnerSince: since })).toEqual({ personId: 'ada', allSince: addedAt })
  expect(visibleReceiptsOf(holder)).toEqual({ personId: 'ada', allSince: null })
  expect(() => visibleReceiptsOf(null)).toThrow('not-found')
})
