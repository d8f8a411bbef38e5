import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDebouncedSearch, type SearchState } from './use-provider-search.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function fixture(answers: Record<string, Promise<string[]>> = {}) {
  const asked: string[] = []
  const states: SearchState<string[]>[] = []
  const search = createDebouncedSearch<string[]>({
    search: (value) => {
      asked.push(value)
      return answers[value] ?? Promise.resolve([`found ${value}`])
    },
    onState: (state) => states.push(state),
  })
  return { search, asked, last: () => states.at(-1) }
}

test('the search starts 1000 ms after the last keystroke', async () => {
  const { search, asked, last } = fixture()
  search.typed('he')
  await vi.advanceTimersByTimeAsync(900)
  search.typed('heiz')
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).toEqual([])
  expect(last()).toEqual({ kind: 'searching' })
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual(['heiz'])
  expect(last()).toEqual({ kind: 'found', found: ['found heiz'] })
})

test('the same text is not searched twice', async () => {
  const { search, asked, last } = fixture()
  search.typed('heiz')
  await vi.advanceTimersByTimeAsync(1000)
  search.typed('heizu')
  await vi.advanceTimersByTimeAsync(500)
  search.typed(' heiz ')
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual(['heiz'])
  expect(last()).toEqual({ kind: 'found', found: ['found heiz'] })
})

test('a late answer does not replace a newer one', async () => {
  const slow = Promise.withResolvers<string[]>()
  const { search, last } = fixture({ slow: slow.promise })
  search.typed('slow')
  await vi.advanceTimersByTimeAsync(1000)
  search.typed('quick')
  await vi.advanceTimersByTimeAsync(1000)
  slow.resolve(['late'])
  await vi.advanceTimersByTimeAsync(0)
  expect(last()).toEqual({ kind: 'found', found: ['found quick'] })
})

test('an empty text is not searched', async () => {
  const { search, asked, last } = fixture()
  search.typed('heiz')
  search.typed('  ')
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual([])
  expect(last()).toEqual({ kind: 'nothing-typed' })
})

test('Enter does not wait', async () => {
  const { search, asked } = fixture()
  search.typed('heiz')
  search.now()
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual(['heiz'])
})

test('a search that was left reports nothing more', async () => {
  const { search, asked } = fixture()
  search.typed('heiz')
  search.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).toEqual([])
})
