import { expect, test } from 'vitest'
import { listFirstCalls } from '#contract/first-calls.ts'
import { isFirstScreenLongList, hasFirstScreenSeveralCards } from './long-list.ts'

function answersWith(total: number, path: string) {
  return Object.fromEntries(listFirstCalls(path, 'cedar').map((url) => [url, { items: [], total }]))
}

test.each([
  ['/appliances', 4, true],
  ['/', 200, true],
  ['/invite', 4, true],
  ['/appliances', 3, false],
  ['/appliances', 0, false],
  ['/appliances/7/history', 200, false],
  ['/account', 200, false],
])('%s begins with the long list for an owner of %i: %s', (path, total, expected) => {
  expect(isFirstScreenLongList(path, answersWith(total, path))).toBe(expected)
})

test.each([
  ['/appliances', 1, false],
  ['/appliances', 2, true],
  ['/account', 2, false],
])('%s begins with cards next to each other for an owner of %i: %s', (path, total, expected) => {
  expect(hasFirstScreenSeveralCards(path, answersWith(total, path))).toBe(expected)
})

test('a list of unknown length counts as one with several cards', () => {
  expect(hasFirstScreenSeveralCards('/appliances', null)).toBe(true)
  expect(hasFirstScreenSeveralCards('/account', null)).toBe(false)
})
