import { afterEach, expect, test, vi } from 'vitest'
import { getDateFormat, getTemperatureFormat } from './format.ts'
import { memoize } from './memoize.ts'

afterEach(() => vi.restoreAllMocks())

test('a format is created once for the same reader, and separately for another locale or time zone', () => {
  expect(getTemperatureFormat('da')).toBe(getTemperatureFormat('da'))
  expect(getTemperatureFormat('sv')).not.toBe(getTemperatureFormat('da'))
  const before = getDateFormat('da', { hour: 'numeric' })
  expect(getDateFormat('da', { hour: 'numeric' })).toBe(before)
  expect(getDateFormat('sv', { hour: 'numeric' })).not.toBe(before)
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-765)
  expect(getDateFormat('da', { hour: 'numeric' })).not.toBe(before)
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
