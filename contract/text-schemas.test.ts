import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commaSeparatedList, lowerCaseUuid, isPlainLine, createTextSchema } from './text-schemas.ts'

const codeOf = (value: string) =>
  createTextSchema(3)
    .safeParse(value)
    .error?.issues.map(({ message }) => message)

test('a text has a maximum length, and only characters that a database can store', () => {
  expect(codeOf('abc')).toBeUndefined()
  expect(codeOf('abcd')).toEqual(['max-length'])
  expect(codeOf('a\u0000b')).toEqual(['character'])
})

const hidden = [
  [0x061c, 0x061c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
  [0xe0000, 0xe007f],
] as const

test('every line displays as it was typed: direction marks and tag characters are refused anywhere', () => {
  const mark = fc
    .oneof(...hidden.map(([min, max]) => fc.integer({ min, max })))
    .map((code) => String.fromCodePoint(code))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), mark, fc.string({ unit: 'grapheme' }), (before, found, after) => {
      expect(isPlainLine(`${before}${found}${after}`)).toBe(false)
    }),
  )
})

test.each(['a\tb', 'a\nb', '\u2028', '\u202e', '\u2066', '\ud800'])('%j is not a plain line', (value) => {
  expect(isPlainLine(value)).toBe(false)
})

test('letters of all languages and pictures are plain', () => {
  expect(isPlainLine('Žofie – Ærø 🙂 العربية')).toBe(true)
})

test('an id is a UUID and is compared in lower case', () => {
  expect(lowerCaseUuid.parse('5B0F7A5E-3F0C-4F39-9D0F-1F5D3E6A7B21')).toBe('5b0f7a5e-3f0c-4f39-9d0f-1f5d3e6a7b21')
  expect(lowerCaseUuid.safeParse('5b0f7a5e').error?.issues[0]?.message).toBe('pattern')
})

test('a list is joined by commas, without duplicates, at most 200 characters', () => {
  expect(commaSeparatedList.parse('cedar,birch,cedar')).toEqual(['cedar', 'birch'])
  expect(commaSeparatedList.safeParse('x'.repeat(200)).success).toBe(true)
  for (const wrong of ['', ',cedar', 'cedar,', 'cedar,,birch', 'Cedar', ' cedar', 'x'.repeat(201)]) {
    expect(commaSeparatedList.safeParse(wrong).success, wrong).toBe(false)
  }
})
