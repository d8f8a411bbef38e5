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

/** Returns the tables that get a row for a change, with the severity and code of the fault. */
function rowsOf(before: string, after: string): string[] {
  const change = { gatewayId: 'a', before: parseCondition(before), after: parseCondition(after) }
  const { statuses, faults, forNotices } = conditionChangeRowsOf([
    { ...change, after: { ...change.after, since, lastSeenAt } },
  ])
  expect(statuses.every(({ at }) => at === since)).toBe(true)
  expect([...faults, ...forNotices].every(({ at }) => at === lastSeenAt)).toBe(true)
  return [
    ...statuses.map(({ status }) => `status ${status}`),
    ...faults.map(({ severity, code }) => `fault ${severity} ${code}`),
    ...forNotices.map((row) => `notices ${row.status} ${row.reported} ${row.faultCode}`),
  ]
}

test.each([
  ['WORKING', 'WORKING', []],
  ['WORKING REMARK', 'WORKING OTHER', []],
  ['ONLINE', 'WORKING', ['status WORKING']],
  ['UNKNOWN', 'ONLINE', ['status ONLINE', 'notices ONLINE ONLINE null']],
  ['WORKING', 'ERROR E1', ['status ERROR', 'fault ERROR E1', 'notices ERROR ERROR E1']],
  ['WORKING E1', 'ERROR E1', ['status ERROR', 'fault ERROR E1', 'notices ERROR ERROR E1']],
  ['ERROR E1', 'ERROR E2', ['fault ERROR E2', 'notices ERROR ERROR E2']],
  ['ERROR E1', 'ERROR', ['fault ERROR null', 'notices ERROR ERROR null']],
  ['ERROR E1', 'WARNING E1', ['status WARNING', 'fault WARNING E1', 'notices WARNING WARNING E1']],
  ['WARNING E1', 'WORKING REMARK', ['status WORKING', 'fault null null', 'notices WORKING WORKING REMARK']],
  ['ERROR E1', 'UNKNOWN', ['status UNKNOWN', 'fault null null', 'notices UNKNOWN UNKNOWN null']],
  ['ERROR E1', 'OFFLINE ERROR E1', ['status OFFLINE', 'notices OFFLINE ERROR E1']],
  ['OFFLINE ERROR E1', 'ERROR E1', ['status ERROR', 'notices ERROR ERROR E1']],
  ['OFFLINE ERROR E1', 'ERROR E2', ['status ERROR', 'fault ERROR E2', 'notices ERROR ERROR E2']],
  ['OFFLINE ERROR E1', 'WORKING', ['status WORKING', 'fault null null', 'notices WORKING WORKING null']],
  ['OFFLINE WORKING', 'OFFLINE WORKING', []],
])('a change from %s to %s is recorded', (before, after, expected) => {
  expect(rowsOf(before, after)).toEqual(expected)
})
