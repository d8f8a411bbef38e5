import { expect, test } from 'vitest'
import type { GatewayStatus } from '#contract/appliance.ts'
import { turnedSince, worstOf } from './status.ts'

const withStatus = (applianceStatus: GatewayStatus, id = 'one') => ({ id, applianceStatus })

test.each([
  ['WORKING', 'ERROR', true],
  ['ERROR', 'WORKING', true],
  ['WARNING', 'ERROR', true],
  ['ONLINE', 'OFFLINE', true],
  ['UNKNOWN', 'ONLINE', true],
  ['ONLINE', 'WORKING', false],
  ['UNKNOWN', 'OFFLINE', false],
  ['ERROR', 'ERROR', false],
] as const)('%s to %s is a turn: %s', (before, now, isTurn) => {
  expect(turnedSince([withStatus(before)], [withStatus(now)])).toHaveLength(isTurn ? 1 : 0)
})

test('an appliance that is shown for the first time has not turned', () => {
  expect(turnedSince([], [withStatus('ERROR')])).toEqual([])
})

test('of all faults the worst is named, with how many have it', () => {
  const list = [
    withStatus('WARNING', 'a'),
    withStatus('ERROR', 'b'),
    withStatus('ERROR', 'c'),
    withStatus('OFFLINE', 'd'),
  ]
  expect(worstOf(list)).toEqual({ status: 'ERROR', count: 2 })
  expect(worstOf(list.filter(({ applianceStatus }) => applianceStatus === 'OFFLINE'))).toEqual({
    status: 'OFFLINE',
    count: 1,
  })
  expect(worstOf([withStatus('WORKING'), withStatus('UNKNOWN')])).toBeUndefined()
})
