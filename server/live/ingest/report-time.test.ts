import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { parseInstant } from './parse-report.ts'

test('every time in RFC 3339 with any offset is parsed correctly', () => {
  const date = fc.date({ noInvalidDate: true, min: new Date('1001-01-01'), max: new Date('9998-01-01') })
  const offsetMinutes = fc.integer({ min: -23 * 60, max: 23 * 60 })
  fc.assert(
    fc.property(date, offsetMinutes, (moment, minutes) => {
      const local = new Date(moment.getTime() + minutes * minuteMs).toISOString().slice(0, -1)
      const instant = parseInstant(`${local}${offset(minutes)}`)
      expect(instant?.ms).toBe(moment.getTime())
      expect(new Date(instant?.text ?? '').getTime()).toBe(moment.getTime())
    }),
  )
})

test('the parsed time equals that of JavaScript', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const instant = parseInstant(text)
      expect(instant?.ms ?? Date.parse(text)).toBe(Date.parse(text))
    }),
  )
})

test('microseconds are kept, smaller fractions are cut off', () => {
  expect(parseInstant('2026-03-01T10:00:00.123456789+01:00')).toEqual({
    text: '2026-03-01T09:00:00.123456Z',
    ms: Date.parse('2026-03-01T09:00:00.123Z'),
  })
})

test('a leap second is the first second of the next minute', () => {
  expect(parseInstant('2016-12-31T23:59:60Z')?.text).toBe('2017-01-01T00:00:00.000000Z')
})

test.each([
  '',
  '2026-03-01',
  '2026-03-01T10:00:00',
  '2026-03-01 10:00:00Z',
  '2026-03-01T10:00Z',
  '2026-02-29T10:00:00Z',
  '2026-04-31T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-00-01T10:00:00Z',
  '2026-03-00T10:00:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T10:60:00Z',
  '2026-03-01T10:00:61Z',
  '2026-03-01T10:00:00+24:00',
  '2026-03-01T10:00:00+0100',
  '2026-03-01T10:00:00.Z',
  '0000-01-01T00:00:00Z',
  '+002026-03-01T10:00:00Z',
  '1772359200',
  ' 2026-03-01T10:00:00Z',
  '2026-03-01T10:00:00Z\n',
])('a text that is not an RFC 3339 date-time with offset is invalid: %s', (text) => {
  expect(parseInstant(text)).toBeUndefined()
})

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function offset(minutes: number): string {
  const absolute = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`
}
