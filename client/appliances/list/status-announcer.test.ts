import { expect, test } from 'vitest'
import type { GatewayStatus } from '#contract/appliance.ts'
import { parseStatusPush } from '../state/appliance.ts'
import { findAppliancesToAnnounce, findWorstStatus } from './status-announcer.tsx'

const withStatus = (applianceStatus: GatewayStatus, id = 'one') => ({ id, applianceStatus, fault: null })

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
  expect(findAppliancesToAnnounce([withStatus(before)], [withStatus(now)])).toHaveLength(isTurn ? 1 : 0)
})

test('another fault is a turn, even at the same severity; the end of a code is none', () => {
  const failing = (code: string | null) => ({
    ...withStatus('ERROR'),
    fault: { code, severity: 'ERROR' as const },
  })
  expect(findAppliancesToAnnounce([failing('E104')], [failing('G902')])).toHaveLength(1)
  expect(findAppliancesToAnnounce([failing(null)], [failing('E104')])).toHaveLength(1)
  expect(findAppliancesToAnnounce([failing('E104')], [failing('E104')])).toEqual([])
  expect(findAppliancesToAnnounce([failing('E104')], [failing(null)])).toEqual([])
})

const notification = { resourceId: 'one', unit: 'status' as const, seq: 1 }

test.each([
  [
    { faultCode: 'E104', severity: 'ERROR' },
    { code: 'E104', severity: 'ERROR' },
  ],
  [
    { faultCode: null, severity: 'WARNING' },
    { code: null, severity: 'WARNING' },
  ],
  [{ faultCode: '<script>', severity: 'FATAL' }, null],
  [{}, null],
])('a notification with %j has the fault %j', (payloadPart, fault) => {
  const payload = { gatewayStatus: 'ERROR', since: null, ...payloadPart }
  expect(parseStatusPush({ ...notification, payload }, 0)?.fault).toEqual(fault)
})

test('an appliance that has never reported has no start time of its status', () => {
  const payloadPart = (since: object) =>
    parseStatusPush({ ...notification, payload: { gatewayStatus: 'UNKNOWN', ...since } }, 0)
  expect(payloadPart({ since: null })?.since).toBeNull()
  expect(payloadPart({ since: '2026-03-01T13:00:00Z' })?.since).toBe('2026-03-01T13:00:00Z')
})

test('an appliance that is shown for the first time has not turned', () => {
  expect(findAppliancesToAnnounce([], [withStatus('ERROR')])).toEqual([])
})

test('the worst fault is named, with the number of appliances that have it', () => {
  const list = [
    withStatus('WARNING', 'a'),
    withStatus('ERROR', 'b'),
    withStatus('ERROR', 'c'),
    withStatus('OFFLINE', 'd'),
  ]
  expect(findWorstStatus(list)).toEqual({ status: 'ERROR', count: 2 })
  expect(findWorstStatus(list.filter(({ applianceStatus }) => applianceStatus === 'OFFLINE'))).toEqual({
    status: 'OFFLINE',
    count: 1,
  })
  expect(findWorstStatus([withStatus('WORKING'), withStatus('UNKNOWN')])).toBeUndefined()
})
