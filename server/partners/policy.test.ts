import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { refuseUnsharedDatatype, startOfSharedTime } from './policy.ts'

// Specification 27.5: a client reads only data from after the consent, and from the months before it that the grant
// names.

const grant = (createdAt: string, historyMonths: number) => ({
  createdAt: new Date(createdAt),
  historyMonths,
  ownSince: null,
})

test('a consent at the end of a month shares the whole months that it names', () => {
  expect(startOfSharedTime(grant('2027-03-31T10:00:00Z', 1))).toEqual(new Date('2027-02-28T10:00:00Z'))
  expect(startOfSharedTime(grant('2027-03-31T10:00:00Z', 0))).toEqual(new Date('2027-03-31T10:00:00Z'))
})

test("more months share no less, and never anything before the person's own time", () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, moments, fc.integer({ min: 0, max: 23 }), (createdAt, ownSince, historyMonths) => {
      const since = startOfSharedTime({ createdAt, ownSince, historyMonths })
      expect(since.getTime()).toBeGreaterThanOrEqual(ownSince.getTime())
      const more = startOfSharedTime({ createdAt, ownSince, historyMonths: historyMonths + 1 })
      expect(more.getTime()).toBeLessThanOrEqual(since.getTime())
    }),
  )
})

test('a client reads only the kinds of data that the person shared', () => {
  const shared = { datatypes: ['status'] } as Parameters<typeof refuseUnsharedDatatype>[0]
  expect(() => refuseUnsharedDatatype(shared, undefined)).not.toThrow()
  expect(() => refuseUnsharedDatatype(shared, 'status')).not.toThrow()
  expect(() => refuseUnsharedDatatype(shared, 'history')).toThrow('insufficient-scope')
})
