import { expect, test } from 'vitest'
import type { ProgramEvent } from './store.ts'
import { describeWrongEvents, type WatchedGrant } from './wrong-events.ts'

const working: WatchedGrant = { grantId: 'a', gatewayId: 'boiler', isEnded: false, faults: 1, hasFault: false }
const failing: WatchedGrant = { grantId: 'b', gatewayId: 'pump', isEnded: false, faults: 0, hasFault: true }
const ended: WatchedGrant = { grantId: 'c', gatewayId: 'hybrid', isEnded: true, faults: 3, hasFault: false }

const [created, began, over, pumpBegan, grantEnded] = [
  { id: '1', type: 'grant.created', grantId: 'a' },
  { id: '2', type: 'appliance.fault_began', grantId: 'a' },
  { id: '3', type: 'appliance.fault_ended', grantId: 'a' },
  { id: '4', type: 'appliance.fault_began', grantId: 'b' },
  { id: '5', type: 'grant.ended', grantId: 'c' },
] as const satisfies ProgramEvent[]
const log = [created, began, over, pumpBegan, grantEnded]
const grants = [working, failing, ended]

function describe(
  events: readonly ProgramEvent[],
  read = events.map(({ id }) => id),
  delivered = events.map(({ id }) => id),
): string[] {
  return describeWrongEvents(events, grants, { read, delivered: new Set(delivered), isWebhookDue: (id) => id !== '1' })
}

test('nothing is wrong if each event is once in the log, was read in its order, and came as a webhook', () => {
  expect(describe(log)).toEqual([])
  expect(describe(log, ['1', 'deleted', '2', '3', '4', '5'])).toEqual([])
})

test('an event that the log lacks or has twice is wrong', () => {
  expect(describe([created, began, pumpBegan, grantEnded])).toEqual([
    'boiler has no fault after 1 faults, and the log has grant.created, appliance.fault_began',
  ])
  expect(describe([...log, { ...pumpBegan, id: '6' }])).toEqual([
    'pump has a fault after 0 faults, and the log has appliance.fault_began, appliance.fault_began',
  ])
})

test.each([
  ['no end', [], ''],
  ['an earlier event', [{ ...began, id: '6', grantId: 'c' }, grantEnded], 'appliance.fault_began, grant.ended'],
])('a log with %s of an ended grant is wrong', (_, events, types) => {
  expect(describe([...log.slice(0, 4), ...events])).toEqual([`the grant c ended, and the log has ${types}`])
})

test('events that were not read, or in another order, are wrong', () => {
  expect(describe(log, ['1', '2', '3'])).toEqual(['the partner has not read 2 events'])
  expect(describe(log, ['2', '1', '3', '4', '5'])).toEqual(['the partner did not read the log in its order'])
  expect(describe(log, ['1', '2', '3', '5'])).toEqual([
    'the partner did not read the log in its order',
    'the partner has not read 1 events',
  ])
})

test('a webhook that is due and did not arrive is wrong', () => {
  expect(describe(log, undefined, ['2', '3', '4'])).toEqual(['no webhook had grant.ended 5'])
})
