import { afterEach, expect, test, vi } from 'vitest'
import { dateFormat, temperatureFormat } from './format.ts'
import { memoize } from './memoize.ts'

afterEach(() => vi.restoreAllMocks())

test('a format is created once for the same reader, and separately for another locale or time zone', () => {
  expect(temperatureFormat('da')).toBe(temperatureFormat('da'))
  expect(temperatureFormat('sv')).not.toBe(temperatureFormat('da'))
  const before = dateFormat('da', { hour: 'numeric' })
  expect(dateFormat('da', { hour: 'numeric' })).toBe(before)
  expect(dateFormat('sv', { hour: 'numeric' })).not.toBe(before)
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-765)
  expect(dateFormat('da', { hour: 'numeric' })).not.toBe(before)
})

test('the cache does not grow without limit', () => {
  const make = vi.fn((reader: number) => ({ reader }))
  const made = memoize(make)
  for (let reader = 0; reader < 600; reader++) made(reader)
  expect(make).toHaveBeenCalledTimes(600)
  made(599)
  expect(make).toHaveBeenCalledTimes(600)
  made(0)
  expect(make).toHaveBeenCalledTimes(601)
})
