import { expect, test } from 'vitest'
import { formatMoment } from './format.ts'

const now = new Date(2026, 4, 20, 18, 0).getTime()

function at(...parts: [number, number, number, number, number]) {
  return new Date(...parts).getTime()
}

test('a time of today has no date', () => {
  expect(formatMoment(at(2026, 4, 20, 14, 3), now, 'en-GB')).toBe('14:03')
})

test('earlier times have the date, and the year if it is another', () => {
  expect(formatMoment(at(2026, 4, 3, 14, 3), now, 'en-GB')).toBe('3 May, 14:03')
  expect(formatMoment(at(2025, 4, 3, 14, 3), now, 'en-GB')).toBe('3 May 2025, 14:03')
})

test('each reader gets the format of their language', () => {
  expect(formatMoment(at(2026, 4, 3, 14, 3), now, 'de')).toBe('3. Mai, 14:03')
})

test.each([
  ['pl', '3 maja, 14:03'],
  ['pl-PL', '3 maja, 14:03'],
  ['cs', '3. 5. 14:03'],
  ['es', '3 may, 14:03'],
])('a month in full has the grammatical case of a date in %s', (locale, written) => {
  expect(formatMoment(at(2026, 4, 3, 14, 3), now, locale).replaceAll(/\s/gu, ' ')).toBe(written)
})

test('an abbreviated month stays abbreviated', () => {
  expect(formatMoment(at(2026, 0, 3, 14, 3), now, 'pl')).toBe('3 sty, 14:03')
})

test('a reader in another time zone sees time and day of that zone', () => {
  const moments = [Date.UTC(2026, 11, 31, 22, 30), Date.UTC(2026, 11, 31, 23, 30)]
  const read = (timeZone: string) =>
    moments.map((moment) => formatMoment(moment, Date.UTC(2027, 0, 1, 8), { locale: 'en-GB', timeZone }))
  expect(read('Europe/Berlin')).toEqual(['31 Dec 2026, 23:30', '00:30'])
  expect(read('Europe/London')).toEqual(['31 Dec 2026, 22:30', '31 Dec 2026, 23:30'])
  expect(read('Europe/Helsinki')).toEqual(['00:30', '01:30'])
})

test.each([
  ['de', '01:03'],
  ['en-GB', '01:03'],
  ['cs', '1:03'],
  ['en-US', '1:03 AM'],
])('at night the hour is written as clocks of the country show it, in %s', (locale, written) => {
  expect(formatMoment(at(2026, 4, 20, 1, 3), now, locale).replaceAll(/\s/gu, ' ')).toBe(written)
})
