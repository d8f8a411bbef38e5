import { expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { createHolder } from '#test/access/holders.ts'
import {
  requireTakeoverStartedBy,
  isOwnerUnchanged,
  requireReplaceableOwner,
  refuseAgreementByNonOwner,
  refuseTooManyTakeoverStarts,
  requireConnectedGateway,
} from './policy.ts'

const since = new Date('2026-02-01T00:00:00Z')
const owner = createHolder('olivia', { ownerSince: since })
const coOwner = createHolder('cora', { coOwnerSince: since })
const viewer = createHolder('victor')
const now = Date.parse('2026-11-26T10:00:00Z')

const takeover = {
  id: 't',
  gatewayId: 'g',
  personId: 'victor',
  ownerId: 'olivia',
  ownerSince: since,
  startedAt: new Date(now),
  waitsMs: [],
  provenAt: null,
  decidedAt: null,
  endedAt: null,
  outcome: null,
  brand: 'cedar',
}

test('a takeover replaces an owner, who is somebody else', () => {
  expect(requireReplaceableOwner([viewer, owner], 'victor')).toEqual(owner)
  expect(() => requireReplaceableOwner([viewer, coOwner], 'victor')).toThrow('no-owner')
  expect(() => requireReplaceableOwner([viewer, owner], 'olivia')).toThrow('already-added')
})

test('the gateway is on and has reported within 15 minutes', () => {
  const seen = (ago: number, isOn = true) => ({ isOn, lastSeenAt: new Date(now - ago) })
  expect(() => requireConnectedGateway(seen(15 * minuteMs - 1), now)).not.toThrow()
  expect(() => requireConnectedGateway(seen(15 * minuteMs), now)).toThrow('gateway-offline')
  expect(() => requireConnectedGateway(seen(0, false), now)).toThrow('gateway-offline')
  expect(() => requireConnectedGateway(null, now)).toThrow('gateway-offline')
})

test('a person and an appliance have 3 starts in 24 hours; the refusal says when the next is possible', () => {
  const starts = (count: number) =>
    Array.from({ length: count }, (_, index) => new Date(now - (count - index) * minuteMs))
  expect(() => refuseTooManyTakeoverStarts({ ofPerson: starts(2), ofGateway: starts(2) }, now)).not.toThrow()
  for (const many of [3, 4]) {
    const refused = expect.objectContaining({
      kind: 'too-many-requests',
      detail: { retryAfterS: (dayMs - 3 * minuteMs) / 1000 },
    })
    expect(() => refuseTooManyTakeoverStarts({ ofPerson: starts(many), ofGateway: [] }, now)).toThrow(refused)
    expect(() => refuseTooManyTakeoverStarts({ ofPerson: [], ofGateway: starts(many) }, now)).toThrow(refused)
  }
})

test('only the person who started a takeover sees it', () => {
  expect(requireTakeoverStartedBy(takeover, 'victor')).toBe(takeover)
  expect(() => requireTakeoverStartedBy(takeover, 'olivia')).toThrow('not-found')
  expect(() => requireTakeoverStartedBy(null, 'victor')).toThrow('not-found')
})

test('only the owner may agree to a takeover', () => {
  expect(() => refuseAgreementByNonOwner(owner)).not.toThrow()
  for (const one of [coOwner, viewer]) expect(() => refuseAgreementByNonOwner(one)).toThrow('not-allowed-in-role')
})

test('an owner is the same only if the ownership was not interrupted', () => {
  expect(isOwnerUnchanged(takeover, [viewer, owner])).toBe(true)
  expect(isOwnerUnchanged(takeover, [viewer])).toBe(false)
  expect(isOwnerUnchanged(takeover, [{ ...owner, ownerSince: new Date(now) }])).toBe(false)
  expect(isOwnerUnchanged(takeover, [{ ...owner, personId: 'ada' }])).toBe(false)
})
