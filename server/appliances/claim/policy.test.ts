import { expect, test } from 'vitest'
import { createHolder } from '#test/access/holders.ts'
import { decideClaim } from './policy.ts'

const owner = createHolder('olivia', { ownerSince: new Date('2026-02-01T00:00:00Z') })
const coOwner = createHolder('cora', { coOwnerSince: new Date('2026-03-01T00:00:00Z') })
const viewer = createHolder('victor')
const another = createHolder('ada')

const by = (personId: string, asksFirst = false) => ({ personId, asksFirst })

test('the first person to add an appliance becomes its owner', () => {
  expect(decideClaim([], by('olivia'))).toBe('becomes-owner')
})

test('a person who adds an appliance without an owner becomes it, also a viewer', () => {
  expect(decideClaim([viewer], by('ada'))).toBe('becomes-owner')
  expect(decideClaim([viewer, another], by('victor'))).toBe('becomes-owner')
})

test('a person who adds an appliance with an owner becomes a viewer, once', () => {
  expect(decideClaim([owner], by('victor'))).toBe('becomes-viewer')
  expect(decideClaim([owner, viewer], by('ada'))).toBe('becomes-viewer')
  expect(decideClaim([owner, viewer], by('victor'))).toBe('already-added')
  expect(decideClaim([owner, coOwner], by('cora'))).toBe('already-added')
  expect(decideClaim([owner, viewer, another], by('olivia'))).toBe('already-added')
})

test('if the owner wants to be asked first, only a new person asks', () => {
  expect(decideClaim([owner, viewer], by('ada', true))).toBe('asks-owner')
  expect(decideClaim([owner, viewer], by('victor', true))).toBe('already-added')
  expect(decideClaim([owner, viewer], by('olivia', true))).toBe('already-added')
  expect(decideClaim([viewer], by('ada', true))).toBe('becomes-owner')
})
