import { expect, test } from 'vitest'
import { limitTimes } from './limit-times.ts'

const fault = { code: 'E1', severity: 'ERROR' } as const
const status = { status: 'ERROR', reported: 'ERROR', faultCode: 'E1' } as const

test('no time of a change or of the stored state is after the current time', () => {
  const memory = {
    troubles: [
      { ...fault, since: 5, endedAt: 11, notifiedAt: null },
      { ...fault, since: 12, endedAt: null, notifiedAt: 13 },
    ],
    recurrences: [{ ...fault, starts: [4, 14], notifiedAt: 15, recurs: 'no' as const }],
    recentNotices: [3, 16],
    offline: { since: 17, notifiedAt: 18 },
  }
  const changes = [
    { ...status, at: 9 },
    { ...status, at: 19 },
  ]
  expect(limitTimes({ memory, changes }, 10)).toEqual({
    memory: {
      troubles: [
        { ...fault, since: 5, endedAt: 10, notifiedAt: null },
        { ...fault, since: 10, endedAt: null, notifiedAt: 10 },
      ],
      recurrences: [{ ...fault, starts: [4, 10], notifiedAt: 10, recurs: 'no' }],
      recentNotices: [3, 10],
      offline: { since: 10, notifiedAt: 10 },
    },
    changes: [
      { ...status, at: 9 },
      { ...status, at: 10 },
    ],
  })
})
