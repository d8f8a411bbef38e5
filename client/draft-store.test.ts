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
  drafts.follow('address 1', () => ({ city: 'Bonn' }))
  expect(drafts.keep('ada')).toBe(true)
  expect(drafts.forms()).toEqual(['address 1'])
  expect(drafts.take('address 1')).toEqual({ city: 'Bonn' })
  expect(drafts.take('address 1')).toBeNull()
  expect([kept.size, seen.taken]).toEqual([0, 1])
})

test('a closed or untouched form leaves no draft', () => {
  const { drafts, kept } = fixture()
  drafts.follow('address 1', () => null)
  drafts.follow('account', () => ({ firstName: 'Ada' }))()
  expect(drafts.keep('ada')).toBe(false)
  expect(kept.size).toBe(0)
})

test('several open forms are kept, also over two interruptions', () => {
  const { drafts } = fixture()
  const close = drafts.follow('address 1', () => ({ city: 'Bonn' }))
  drafts.follow('add', () => ({ serialNumber: '1' }))
  drafts.keep('ada')
  close()
  drafts.keep('ada')
  expect(drafts.forms()).toEqual(['address 1', 'add'])
})

test('another person gets no draft, and after an hour nobody does', () => {
  const { drafts, clock } = fixture()
  drafts.follow('add', () => ({ serialNumber: '1' }))
  drafts.keep('ada')
  drafts.belongTo('ada')
  expect(drafts.forms()).toEqual(['add'])
  drafts.belongTo('ben')
  expect(drafts.forms()).toEqual([])
  drafts.keep('ada')
  clock.time += 3_600_001
  drafts.belongTo('ada')
  expect(drafts.take('add')).toBeNull()
})

test('logging out deletes drafts', () => {
  const { drafts, kept } = fixture()
  drafts.follow('add', () => ({ serialNumber: '1' }))
  drafts.keep('ada')
  drafts.clear()
  expect(kept.size).toBe(0)
})

test('a draft that another build stored for a different form is ignored', () => {
  const { drafts, kept } = fixture()
  kept.set('drafts', JSON.stringify({ add: {} }))
  expect(drafts.take('add')).toBeNull()
})
