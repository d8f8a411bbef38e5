import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newlyAdded } from './newly-added.ts'

// Specification 2.7: the list of next steps remembers which appliances are new.

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

test('an appliance is new until it is forgotten', () => {
  newlyAdded.add('one')
  newlyAdded.add('two')
  expect([newlyAdded.has('one'), newlyAdded.has('two'), newlyAdded.has('three')]).toEqual([true, true, false])
  newlyAdded.forget('one')
  expect([newlyAdded.has('one'), newlyAdded.has('two')]).toEqual([false, true])
  newlyAdded.forget('two')
  expect(kept).toBeNull()
})

test('what is kept stays short, and an appliance is kept once', () => {
  for (let place = 0; place < 30; place += 1) newlyAdded.add(`appliance ${place}`)
  newlyAdded.add('appliance 29')
  expect((JSON.parse(kept ?? '') as string[]).length).toBe(20)
  expect(newlyAdded.has('appliance 29')).toBe(true)
})

test.each(['{', '{"a":1}', '[1]', 'null'])('something else that stands there is none: %s', (text) => {
  kept = text
  expect(newlyAdded.has('one')).toBe(false)
  newlyAdded.add('one')
  expect(newlyAdded.has('one')).toBe(true)
})

test('where the browser keeps nothing there are none', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  newlyAdded.add('one')
  expect(newlyAdded.has('one')).toBe(false)
})
