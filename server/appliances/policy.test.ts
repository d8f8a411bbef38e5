import { expect, test } from 'vitest'
import { asHolder, asOwner, decideClaim, isOwner, ownerAmong } from './policy.ts'

const owner = { personId: 'olivia', ownerSince: new Date('2026-01-01T00:00:00Z') }
const viewer = { personId: 'victor', ownerSince: null }
const another = { personId: 'ada', ownerSince: null }

test('the owner is the holder with a start of ownership', () => {
  expect(isOwner(owner)).toBe(true)
  expect(isOwner(viewer)).toBe(false)
})

test('everybody who has an appliance may name it, also a viewer', () => {
  for (const holder of [owner, viewer]) expect(asHolder(holder)).toBe(holder)
  for (const nobody of [null, undefined]) expect(() => asHolder(nobody)).toThrow('not-found')
})

test('a person who is not the owner is refused, and learns only about appliances that they have', () => {
  expect(asOwner(owner)).toBe(owner)
  expect(ownerAmong([viewer, owner], 'olivia')).toBe(owner)
  for (const nobody of [null, undefined]) expect(() => asOwner(nobody)).toThrow('not-found')
  expect(() => asOwner(viewer)).toThrow('not-owner')
  expect(() => ownerAmong([owner, viewer], 'victor')).toThrow('not-owner')
  expect(() => ownerAmong([owner, viewer], 'ada')).toThrow('not-found')
})

test('the first person to add an appliance becomes its owner', () => {
  expect(decideClaim([], 'olivia')).toBe('becomes-owner')
})

test('a person who adds an appliance without an owner becomes it, also a viewer', () => {
  expect(decideClaim([viewer], 'ada')).toBe('becomes-owner')
  expect(decideClaim([viewer, another], 'victor')).toBe('becomes-owner')
})

test('a person who adds an appliance with an owner becomes a viewer, once', () => {
  expect(decideClaim([owner], 'victor')).toBe('becomes-viewer')
  expect(decideClaim([owner, viewer], 'ada')).toBe('becomes-viewer')
  expect(decideClaim([owner, viewer], 'victor')).toBe('already-added')
  expect(decideClaim([owner, viewer, another], 'olivia')).toBe('already-added')
})
