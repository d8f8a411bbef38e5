import { expect, test } from 'vitest'
import { createHolder } from '#test/access/holders.ts'
import {
  requireOwnerOrCoOwner,
  requireHolder,
  canEditServiceSettings,
  isOwner,
  visiblePeriodStartOf,
  accessRoleOf,
} from './policy.ts'

const owner = createHolder('olivia', { ownerSince: new Date('2026-02-01T00:00:00Z') })
const coOwner = createHolder('cora', { coOwnerSince: new Date('2026-03-01T00:00:00Z') })
const viewer = createHolder('victor')

test('the owner is the holder with a start of ownership; others are co-owners or viewers', () => {
  expect([owner, coOwner, viewer].map(accessRoleOf)).toEqual(['OWNER', 'CO_OWNER', 'VIEWER'])
  expect([owner, coOwner, viewer].map(isOwner)).toEqual([true, false, false])
})

test('the owner and co-owners may edit', () => {
  expect([owner, coOwner, viewer].map(canEditServiceSettings)).toEqual([true, true, false])
})

test('everybody who has an appliance may name it, also a viewer', () => {
  for (const holder of [owner, coOwner, viewer]) expect(requireHolder(holder)).toBe(holder)
  for (const nobody of [null, undefined]) expect(() => requireHolder(nobody)).toThrow('not-found')
})

test('a viewer is refused, and a person learns only about appliances that they have', () => {
  for (const editor of [owner, coOwner]) expect(requireOwnerOrCoOwner(editor)).toBe(editor)
  for (const nobody of [null, undefined]) expect(() => requireOwnerOrCoOwner(nobody)).toThrow('not-found')
  expect(() => requireOwnerOrCoOwner(viewer)).toThrow('not-owner')
})

test('the own time of an owner begins with the ownership, that of others when they added the appliance', () => {
  expect(visiblePeriodStartOf(owner)).toBe(owner.ownerSince)
  for (const other of [coOwner, viewer]) expect(visiblePeriodStartOf(other)).toBe(other.addedAt)
})
