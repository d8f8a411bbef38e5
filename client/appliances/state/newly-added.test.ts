import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newlyAdded } from './newly-added.ts'

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
  newlyAdded.add('one')
  newlyAdded.add('two')
  expect([newlyAdded.has('one'), newlyAdded.has('two'), newlyAdded.has('three')]).toEqual([true, true, false])
  newlyAdded.remove('one')
  expect([newlyAdded.has('one'), newlyAdded.has('two')]).toEqual([false, true])
  newlyAdded.remove('two')
  expect(kept).toBeNull()
})

test('the list is limited, and has no duplicates', () => {
  for (let index = 0; index < 30; index += 1) newlyAdded.add(`appliance ${index}`)
  newlyAdded.add('appliance 29')
  expect((JSON.parse(kept ?? '') as string[]).length).toBe(20)
  expect(newlyAdded.has('appliance 29')).toBe(true)
})

test.each(['{', '{"a":1}', '[1]', 'null'])('invalid content counts as an empty list: %s', (text) => {
  kept = text
  expect(newlyAdded.has('one')).toBe(false)
  newlyAdded.add('one')
  expect(newlyAdded.has('one')).toBe(true)
})

test('if the browser blocks storage, the list is empty', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  newlyAdded.add('one')
  expect(newlyAdded.has('one')).toBe(false)
})
