import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsvLine } from './csv.ts'

const read = (line: string): string[] => parse(line, { record_delimiter: '\r\n' })[0] ?? []

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=cmd|" /C calc"!A0'])(
  'the text %j is not a formula',
  (text) => {
    expect(read(toCsvLine([text, 'next']))).toEqual([`'${text}`, 'next'])
  },
)

test('negative numbers stay numbers, and null is distinct from empty text', () => {
  expect(toCsvLine([-5.2, null, '', true, 1e21])).toBe('-5.2,,"",true,1e+21\r\n')
})

test('another library reads back any text, and never as a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2 }), (cells) => {
      const found = read(toCsvLine(cells))
      expect(found.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(cells)
      for (const cell of found) expect(cell).not.toMatch(/^[=+\-@\t\r]/u)
    }),
  )
})
