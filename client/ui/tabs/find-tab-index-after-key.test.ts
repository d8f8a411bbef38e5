import { expect, test } from 'vitest'
import { findTabIndexAfterKey } from './tabs.tsx'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 1, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['a', 0, null],
  ['Tab', 1, null],
])('%s on tab %i of three leads to %o', (key, focused, next) => {
  expect(findTabIndexAfterKey({ key, focused, count: 3 })).toBe(next)
})

test('without a focused tab nothing moves', () => {
  expect(findTabIndexAfterKey({ key: 'Home', focused: -1, count: 3 })).toBeNull()
})
