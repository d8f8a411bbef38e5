import { afterEach, expect, test, vi } from 'vitest'
import { dateFormat, temperatureFormat } from './format.ts'
import { madeOnce } from './made-once.ts'

afterEach(() => vi.restoreAllMocks())

test('a format is made once for the same reader, and anew for another one or in another zone', () => {
  expect(temperatureFormat('da')).toBe(temperatureFormat('da'))
  expect(temperatureFormat('sv')).not.toBe(temperatureFormat('da'))
  const before = dateFormat('da', { hour: 'numeric' })
  expect(dateFormat('da', { hour: 'numeric' })).toBe(before)
  expect(dateFormat('sv', { hour: 'numeric' })).not.toBe(before)
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-765)
  expect(dateFormat('da', { hour: 'numeric' })).not.toBe(before)
})

test('what is made for ever more readers is not all kept', () => {
  const make = vi.fn((reader: number) => ({ reader }))
  const made = madeOnce(make)
  for (let reader = 0; reader < 600; reader++) made(reader)
  expect(make).toHaveBeenCalledTimes(600)
  made(599)
  expect(make).toHaveBeenCalledTimes(600)
  made(0)
  expect(make).toHaveBeenCalledTimes(601)
})
