import { expect, test } from 'vitest'
import { maxApplianceNameLength, applianceNameText, applianceNamePatch } from './appliance-name.ts'

const codeOf = (name: unknown) => applianceNamePatch.safeParse({ name }).error?.issues.map(({ message }) => message)

test('a name is trimmed, and has 1 to the longest number of characters', () => {
  expect(applianceNamePatch.parse({ name: '  Cellar  ' })).toEqual({ name: 'Cellar' })
  expect(applianceNamePatch.parse({ name: ` ${'x'.repeat(maxApplianceNameLength)} ` })).toEqual({
    name: 'x'.repeat(maxApplianceNameLength),
  })
  expect(codeOf('x'.repeat(maxApplianceNameLength + 1))).toEqual(['max-length'])
  expect(codeOf('')).toEqual(['required'])
})

test('a picture counts as one character', () => {
  expect(codeOf('🏡'.repeat(maxApplianceNameLength))).toBeUndefined()
  expect(codeOf('🏡'.repeat(maxApplianceNameLength + 1))).toEqual(['max-length'])
})

test.each([' ', '\t\n', '\u00a0\u3000', '\u200b', '\u00ad\u2060 ', '\u202e'])(
  '%j is invisible and therefore not a name',
  (name) => {
    expect(codeOf(name)).toEqual(['whitespace'])
  },
)

test.each(['a\u0000b', 'a\nb', 'a\tb', 'a\u001b[31m', 'a\u202eb', 'a\ud800'])(
  '%j cannot be shown on one line',
  (name) => {
    expect(codeOf(name)).toEqual(['character'])
  },
)

test.each(['Ferienhaus №2', 'منزل العطلة', 'נופש', '👩‍🔧 Cellar', '<script>alert(1)</script>', "'; drop table x"])(
  '%j is a valid name',
  (name) => {
    expect(applianceNamePatch.parse({ name })).toEqual({ name })
  },
)

test('only null removes the name', () => {
  expect(applianceNamePatch.parse({ name: null })).toEqual({ name: null })
  for (const other of [{}, { name: undefined }, { name: 7 }, { name: 'Cellar', more: 1 }]) {
    expect(applianceNamePatch.safeParse(other).success).toBe(false)
  }
})

test('the field of the form may be empty', () => {
  expect(applianceNameText.parse('')).toBe('')
  expect(applianceNameText.safeParse(' ').success).toBe(false)
})
