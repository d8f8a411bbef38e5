import { expect, test } from 'vitest'
import { createDraftStore } from './draft-store.ts'

function fixture() {
  const kept = new Map<string, string>()
  const clock = { time: 1_000 }
  const seen = { taken: 0 }
  const drafts = createDraftStore({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    now: () => clock.time,
    onTaken: () => {
      seen.taken += 1
    },
  })
  return { drafts, kept, clock, seen }
}

test('a draft is returned once, and then deleted', () => {
  const { drafts, kept, seen } = fixture()
  drafts.registerForm('address 1', () => ({ city: 'Bonn' }))
  expect(drafts.storeDrafts('ada')).toBe(true)
  expect(drafts.forms()).toEqual(['address 1'])
  expect(drafts.takeDraft('address 1')).toEqual({ city: 'Bonn' })
  expect(drafts.takeDraft('address 1')).toBeNull()
  expect([kept.size, seen.taken]).toEqual([0, 1])
})

test('a closed or untouched form leaves no draft', () => {
  const { drafts, kept } = fixture()
  drafts.registerForm('address 1', () => null)
  drafts.registerForm('account', () => ({ firstName: 'Ada' }))()
  expect(drafts.storeDrafts('ada')).toBe(false)
  expect(kept.size).toBe(0)
})

test('several open forms are kept, also over two interruptions', () => {
  const { drafts } = fixture()
  const close = drafts.registerForm('address 1', () => ({ city: 'Bonn' }))
  drafts.registerForm('add', () => ({ serialNumber: '1' }))
  drafts.storeDrafts('ada')
  close()
  drafts.storeDrafts('ada')
  expect(drafts.forms()).toEqual(['address 1', 'add'])
})

test('another person gets no draft, and after an hour nobody does', () => {
  const { drafts, clock } = fixture()
  drafts.registerForm('add', () => ({ serialNumber: '1' }))
  drafts.storeDrafts('ada')
  drafts.belongTo('ada')
  expect(drafts.forms()).toEqual(['add'])
  drafts.belongTo('ben')
  expect(drafts.forms()).toEqual([])
  drafts.storeDrafts('ada')
  clock.time += 3_600_001
  drafts.belongTo('ada')
  expect(drafts.takeDraft('add')).toBeNull()
})

test('logging out deletes drafts', () => {
  const { drafts, kept } = fixture()
  drafts.registerForm('add', () => ({ serialNumber: '1' }))
  drafts.storeDrafts('ada')
  drafts.clear()
  expect(kept.size).toBe(0)
})

test('a draft that another build stored for a different form is ignored', () => {
  const { drafts, kept } = fixture()
  kept.set('drafts', JSON.stringify({ add: {} }))
  expect(drafts.takeDraft('add')).toBeNull()
})
