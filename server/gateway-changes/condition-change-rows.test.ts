import { expect, test } from 'vitest'
import type { GatewayStatus } from '#contract/appliance.ts'
import { conditionChangeRowsOf, type GatewayCondition } from './condition-change-rows.ts'

const [since, lastSeenAt] = [1_000, 2_000]

/** Parses a condition: the status, the reported status if it is another, and the fault code, separated by spaces. */
function parseCondition(text: string): GatewayCondition {
  const [status = '', ...rest] = text.split(' ')
  const reported = status === 'OFFLINE' ? (rest.shift() ?? '') : status
  return { status: status as GatewayStatus, reported: reported as GatewayStatus, faultCode: rest[0] ?? null }
}

/** Returns the tables that get a row for a change, with the severity and code of the fault, or the kind of the event. */
function rowsOf(before: string, after: string): string[] {
  const change = { gatewayId: 'a', before: parseCondition(before), after: parseCondition(after) }
  const { statuses, faults, forNotices, forPartners } = conditionChangeRowsOf([
    { ...change, after: { ...change.after, since, lastSeenAt } },
  ])
  expect(statuses.every(({ at }) => at === since)).toBe(true)
  expect([...faults, ...forNotices].every(({ at }) => at === lastSeenAt)).toBe(true)
  expect(forPartners.every(({ at, type }) => at === (type.includes('fault') ? lastSeenAt : since))).toBe(true)
  return [
    ...statuses.map(({ status }) => `status ${status}`),
    ...faults.map(({ severity, code }) => `fault ${severity} ${code}`),
    ...forNotices.map((row) => `notices ${row.status} ${row.reported} ${row.faultCode}`),
    ...forPartners.map(({ type }) => type.replace(/^appliance\.(?:status_|fault_)?/u, 'event ')),
  ]
}

test.each([
  ['WORKING', 'WORKING', []],
  ['WORKING REMARK', 'WORKING OTHER', []],
  ['ONLINE', 'WORKING', ['status WORKING', 'event changed']],
  ['UNKNOWN', 'ONLINE', ['status ONLINE', 'notices ONLINE ONLINE null', 'event changed']],
  ['WORKING', 'ERROR E1', ['status ERROR', 'fault ERROR E1', 'notices ERROR ERROR E1', 'event changed', 'event began']],
  [
    'WORKING E1',
    'ERROR E1',
    ['status ERROR', 'fault ERROR E1', 'notices ERROR ERROR E1', 'event changed', 'event began'],
  ],
  ['ERROR E1', 'ERROR E2', ['fault ERROR E2', 'notices ERROR ERROR E2', 'event ended', 'event began']],
  ['ERROR E1', 'ERROR', ['fault ERROR null', 'notices ERROR ERROR null', 'event ended', 'event began']],
  [
    'ERROR E1',
    'WARNING E1',
    ['status WARNING', 'fault WARNING E1', 'notices WARNING WARNING E1', 'event changed', 'event ended', 'event began'],
  ],
  [
    'WARNING E1',
    'WORKING REMARK',
    ['status WORKING', 'fault null null', 'notices WORKING WORKING REMARK', 'event changed', 'event ended'],
  ],
  [
    'ERROR E1',
    'UNKNOWN',
    ['status UNKNOWN', 'fault null null', 'notices UNKNOWN UNKNOWN null', 'event changed', 'event ended'],
  ],
  ['ERROR E1', 'OFFLINE ERROR E1', ['status OFFLINE', 'notices OFFLINE ERROR E1', 'event silent']],
  ['OFFLINE ERROR E1', 'ERROR E1', ['status ERROR', 'notices ERROR ERROR E1', 'event reachable']],
  [
    'OFFLINE ERROR E1',
    'ERROR E2',
    ['status ERROR', 'fault ERROR E2', 'notices ERROR ERROR E2', 'event reachable', 'event ended', 'event began'],
  ],
  [
    'OFFLINE ERROR E1',
    'WORKING',
    ['status WORKING', 'fault null null', 'notices WORKING WORKING null', 'event reachable', 'event ended'],
  ],
  ['OFFLINE WORKING', 'OFFLINE WORKING', []],
])('a change from %s to %s inserts the rows %j', (before, after, expected) => {
  expect(rowsOf(before, after)).toEqual(expected)
})

test('a change for notices has the later of the times of the row, as after a clock was fast', () => {
  const after = { ...parseCondition('ERROR E1'), since: lastSeenAt, lastSeenAt: since }
  const rows = conditionChangeRowsOf([{ gatewayId: 'a', before: parseCondition('WORKING'), after }])
  expect(rows.forNotices.map(({ at }) => at)).toEqual([lastSeenAt])
  expect(rows.forPartners.map(({ at }) => at)).toEqual([lastSeenAt, since])
})
