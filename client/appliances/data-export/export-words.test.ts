import { expect, test } from 'vitest'
import { formatCalendarDay, formatDayRange, formatFileSize } from './export-words.ts'

test('sizes have up to three significant digits', () => {
  expect(formatFileSize(512, 'en')).toBe('512 byte')
  expect(formatFileSize(1_500, 'en')).toBe('1.5 kB')
  expect(formatFileSize(12_345_678, 'de')).toBe('12,3 MB')
  expect(formatFileSize(0, 'en')).toBe('0 byte')
  expect(formatFileSize(5_000_000_000_000, 'en')).toBe('5,000 GB')
})

test('calendar days are UTC days in every time zone', () => {
  expect(formatCalendarDay('2025-01-05', 'en-GB')).toBe('5 Jan 2025')
})

test.each([
  ['en-GB', '31 Dec 2025 – 5 May 2026'],
  ['cs', '31. 12. 2025 – 5. 5. 2026'],
  ['pl', '31 gru 2025 – 5 maja 2026'],
])('each day of a range in %s is written in full', (locale, written) => {
  expect(formatDayRange({ from: '2025-12-31', to: '2026-05-05' }, locale).replaceAll(/\s/gu, ' ')).toBe(written)
})

test('a range of one day is that day', () => {
  expect(formatDayRange({ from: '2026-05-05', to: '2026-05-05' }, 'en-GB')).toBe('5 May 2026')
})
