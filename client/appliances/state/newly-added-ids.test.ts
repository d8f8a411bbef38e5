import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newlyAddedIds } from './newly-added-ids.ts'

// A new appliance shows its next steps while its id is in this list. Specification 2.7.

let kept: string | null

beforeEach(() => {
  kept = null
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: (_: string, value: string) => (kept = value),
    removeItem: () => (kept = null),
  })
})

afterEach(() => vi.unstubAllGlobals())

test('an appliance is new until it is removed from the list', () => {
  newlyAddedIds.add('one')
  newlyAddedIds.add('two')
  expect([newlyAddedIds.has('one'), newlyAddedIds.has('two'), newlyAddedIds.has('three')]).toEqual([true, true, false])
  newlyAddedIds.remove('one')
  expect([newlyAddedIds.has('one'), newlyAddedIds.has('two')]).toEqual([false, true])
  newlyAddedIds.remove('two')
  expect(kept).toBeNull()
})

test('the list is limited, and has no duplicates', () => {
  for (let index = 0; index < 30; index += 1) newlyAddedIds.add(`appliance ${index}`)
  newlyAddedIds.add('appliance 29')
  expect((JSON.parse(kept ?? '') as string[]).length).toBe(20)
  expect(newlyAddedIds.has('appliance 29')).toBe(true)
})

test.each(['{', '{"a":1}', '[1]', 'null'])('invalid content counts as an empty list: %s', (text) => {
  kept = text
  expect(newlyAddedIds.has('one')).toBe(false)
  newlyAddedIds.add('one')
  expect(newlyAddedIds.has('one')).toBe(true)
})

test('if the browser blocks storage, the list is empty', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  newlyAddedIds.add('one')
  expect(newlyAddedIds.has('one')).toBe(false)
})
