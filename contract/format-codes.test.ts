import { expect, test } from 'vitest'
import { formatInGroups, splitSerialNumber, formatSerialNumber } from './format-codes.ts'

test('a code is printed in groups of the same size, the last one shorter', () => {
  expect(formatInGroups(4, 'ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
  expect(formatInGroups(3, '')).toBe('')
})

test('digits of a serial number are printed in groups of three, other serial numbers unchanged', () => {
  expect(formatSerialNumber('929220810')).toBe('929 220 810')
  expect(splitSerialNumber('92922081')).toEqual(['929', '220', '81'])
  for (const serial of ['A929220810', '929220810A', 'GW-1']) expect(formatSerialNumber(serial)).toBe(serial)
})
