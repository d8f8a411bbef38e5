import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import type { Holder } from '#server/appliances/store.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createHolder } from '#test/access/holders.ts'
import {
  requireAccessManager,
  requireOpenLink,
  requireOwner,
  refuseForbiddenAccessChange,
  refuseInvalidAccessEnd,
  refuseForbiddenPersonRemoval,
  maySeeAllPeople,
} from './policy.ts'

const owner = createHolder('olivia', { ownerSince: new Date('2026-02-01T00:00:00Z') })
const coOwner = createHolder('cora', { coOwnerSince: new Date('2026-03-01T00:00:00Z') })
const viewer = createHolder('victor')
const otherViewer = createHolder('vera')
const now = Date.parse('2026-11-26T10:00:00Z')

/** The refusal of a call. */
function refusalOf(call: () => unknown): Refusal | null {
  try {
    call()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

test('the owner and co-owners manage access, a viewer does not, and nobody else learns of the appliance', () => {
  expect([owner, coOwner].map(requireAccessManager)).toEqual([owner, coOwner])
  expect(() => requireAccessManager(viewer)).toThrow('not-allowed-in-role')
  expect(() => requireAccessManager(null)).toThrow('not-found')
  expect([owner, coOwner, viewer].map(maySeeAllPeople)).toEqual([true, true, false])
})

test('only the owner hands an appliance over', () => {
  expect(requireOwner(owner)).toBe(owner)
  for (const other of [coOwner, viewer]) expect(() => requireOwner(other)).toThrow('not-allowed-in-role')
  expect(() => requireOwner(undefined)).toThrow('not-found')
})

test('an open link is returned, and others are refused; only the person who accepted one gets the reason', () => {
  const open = { isOpen: true, answer: null, answeredBy: null }
  const accepted = { isOpen: false, answer: 'accepted', answeredBy: 'vera' }
  expect(requireOpenLink(open, 'vera')).toBe(open)
  expect(refusalOf(() => requireOpenLink(accepted, 'vera'))).toMatchObject({
    kind: 'not-found',
    detail: { reason: 'used' },
  })
  const others = [accepted, { ...accepted, answer: 'declined', answeredBy: 'victor' }, { ...open, isOpen: false }, null]
  for (const link of others)
    expect(refusalOf(() => requireOpenLink(link, 'victor'))).toMatchObject({ kind: 'not-found', detail: {} })
  for (const link of others) expect(refusalOf(() => requireOpenLink(link, 'victor'))?.detail.reason).toBeUndefined()
})

test("nobody changes the owner's access or their own", () => {
  expect(refusalOf(() => refuseForbiddenAccessChange(coOwner, viewer))).toBeNull()
  expect(refusalOf(() => refuseForbiddenAccessChange(owner, coOwner))).toBeNull()
  expect(() => refuseForbiddenAccessChange(coOwner, owner)).toThrow('not-allowed-in-role')
  expect(() => refuseForbiddenAccessChange(coOwner, coOwner)).toThrow('not-allowed-in-role')
})

test('everybody except the owner may leave, and managers remove others', () => {
  expect(refusalOf(() => refuseForbiddenPersonRemoval(viewer, viewer))).toBeNull()
  expect(refusalOf(() => refuseForbiddenPersonRemoval(coOwner, coOwner))).toBeNull()
  expect(refusalOf(() => refuseForbiddenPersonRemoval(coOwner, viewer))).toBeNull()
  expect(() => refuseForbiddenPersonRemoval(viewer, otherViewer)).toThrow('not-allowed-in-role')
  expect(() => refuseForbiddenPersonRemoval(coOwner, owner)).toThrow('not-allowed-in-role')
  expect(() => refuseForbiddenPersonRemoval(owner, owner)).toThrow('not-allowed-in-role')
})

test('an access ends in the future, within 10 years, and not after the access of its giver', () => {
  const codeOf = (giver: Holder, until: Date | null) =>
    refusalOf(() => refuseInvalidAccessEnd(giver, until, now))?.detail.errors
  const broken = (code: string) => [{ path: 'until', code }]
  const inTenYears = new Date('2036-11-26T10:00:00Z')
  expect(codeOf(owner, null)).toBeUndefined()
  expect(codeOf(owner, inTenYears)).toBeUndefined()
  expect(codeOf(owner, new Date(inTenYears.getTime() + 1))).toEqual(broken('too-late'))
  expect(codeOf(owner, new Date(now))).toEqual(broken('past'))
  expect(codeOf(owner, new Date(now + 1))).toBeUndefined()
  const limited = { ...coOwner, endsAt: new Date(now + 2 * dayMs) }
  expect(codeOf(limited, new Date(now + 2 * dayMs))).toBeUndefined()
  expect(codeOf(limited, new Date(now + 3 * dayMs))).toEqual(broken('beyond-own'))
  expect(codeOf(limited, null)).toEqual(broken('beyond-own'))
})
