import { expect, test } from 'vitest'
import type { GatewayNoticeState } from '../notice-rules.ts'
import { fromStoredNoticeState } from './stored-notice-state.ts'

const fault = { code: 'E1', severity: 'ERROR' } as const

const memory: GatewayNoticeState = {
  troubles: [
    { ...fault, since: 1, endedAt: null, notifiedAt: null },
    { ...fault, since: 2, endedAt: 3, notifiedAt: 4 },
  ],
  recurrences: [
    { ...fault, starts: [1, 2], notifiedAt: 5, recurs: 'notified' },
    { ...fault, starts: [3], notifiedAt: null, recurs: 'waits' },
  ],
  recentNotices: [4, 5],
  offline: { since: 6, notifiedAt: 7 },
}

/** The same notice state in the format of the previous release. */
const stored = {
  troubles: [
    { ...fault, since: 1, endedAt: null, toldAt: null },
    { ...fault, since: 2, endedAt: 3, toldAt: 4 },
  ],
  past: [
    { ...fault, starts: [1, 2], toldAt: 5, recurs: 'told' as const },
    { ...fault, starts: [3], toldAt: null, recurs: 'waits' as const },
  ],
  tellings: [4, 5],
  offline: { since: 6, toldAt: 7 },
}

test('the portal reads a notice state with the field names of the previous release', () => {
  expect(fromStoredNoticeState(stored)).toEqual(memory)
})

test('the portal reads the notice state that it writes', () => {
  expect(fromStoredNoticeState(memory)).toEqual(memory)
})

test('a gateway that is not offline has none', () => {
  expect(fromStoredNoticeState({ ...stored, offline: null })).toEqual({ ...memory, offline: null })
})
