import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idsWithNextSteps } from './ids-with-next-steps.ts'

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
  idsWithNextSteps.add('one')
  idsWithNextSteps.add('two')
  expect([idsWithNextSteps.has('one'), idsWithNextSteps.has('two'), idsWithNextSteps.has('three')]).toEqual([
    true,
    true,
    false,
  ])
  idsWithNextSteps.remove('one')
  expect([idsWithNextSteps.has('one'), idsWithNextSteps.has('two')]).toEqual([false, true])
  idsWithNextSteps.remove('two')
  expect(kept).toBeNull()
})

test('the list is limited, and has no duplicates', () => {
  for (let index = 0; index < 30; index += 1) idsWithNextSteps.add(`appliance ${index}`)
  idsWithNextSteps.add('appliance 29')
  expect((JSON.parse(kept ?? '') as string[]).length).toBe(20)
  expect(idsWithNextSteps.has('appliance 29')).toBe(true)
})

test.each(['{', '{"a":1}', '[1]', 'null'])('invalid content counts as an empty list: %s', (text) => {
  kept = text
  expect(idsWithNextSteps.has('one')).toBe(false)
  idsWithNextSteps.add('one')
  expect(idsWithNextSteps.has('one')).toBe(true)
})

test('if the browser blocks storage, the list is empty', () => {
  const refuse = () => {
    throw new DOMException('', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  idsWithNextSteps.add('one')
  expect(idsWithNextSteps.has('one')).toBe(false)
})
