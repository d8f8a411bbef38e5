import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdit, groupsOfFourFormat, selectedCodeOf, applyCut, serialNumberFormat } from './code-format.ts'

const code = fc.stringMatching(/^\w{0,20}$/)

test('codes are shown in groups of four, serial numbers in groups of three', () => {
  expect(groupsOfFourFormat.show('A1b2C3d4E5f6G7h8')).toBe('A1b2 C3d4 E5f6 G7h8')
  expect(groupsOfFourFormat.show('12345')).toBe('1234 5')
  expect(groupsOfFourFormat.show('')).toBe('')
})

test.each(['A1b2 C3d4 E5f6 G7h8', 'A1b2-C3d4-E5f6-G7h8', ' A1b2C3d4\tE5f6G7h8 '])('%o may be pasted', (text) => {
  expect(groupsOfFourFormat.read(text)).toBe('A1b2C3d4E5f6G7h8')
})

test('a serial number of digits is grouped, a test gateway keeps its dash', () => {
  expect(serialNumberFormat.show('123456789')).toBe('123 456 789')
  expect(serialNumberFormat.read('123-456 789')).toBe('123456789')
  expect(serialNumberFormat.show(serialNumberFormat.read('cold-1234'))).toBe('cold-1234')
})

test('a shown text is read back as the code', () => {
  fc.assert(fc.property(code, (raw) => groupsOfFourFormat.read(groupsOfFourFormat.show(raw)) === raw))
})

test('typing in the middle keeps the caret behind the typed character', () => {
  expect(applyEdit(groupsOfFourFormat, { before: '1234 5678', after: '12X34 5678', caret: 3 })).toEqual({
    code: '12X345678',
    caret: 3,
  })
  expect(applyEdit(groupsOfFourFormat, { before: '1234', after: '12345', caret: 5 })).toEqual({
    code: '12345',
    caret: 6,
  })
})

test('deleting a separator deletes the character before it', () => {
  expect(applyEdit(groupsOfFourFormat, { before: '1234 5678', after: '12345678', caret: 4 })).toEqual({
    code: '1235678',
    caret: 3,
  })
})

test('the caret always follows the same characters as before', () => {
  fc.assert(
    fc.property(code, fc.nat(), fc.stringMatching(/^\w{1,6}$/), (raw, at, typed) => {
      const before = groupsOfFourFormat.show(raw)
      const position = at % (before.length + 1)
      const after = before.slice(0, position) + typed + before.slice(position)
      const edited = applyEdit(groupsOfFourFormat, { before, after, caret: position + typed.length })
      const shown = groupsOfFourFormat.show(edited.code)
      expect(groupsOfFourFormat.read(shown.slice(0, edited.caret))).toBe(
        groupsOfFourFormat.read(after.slice(0, position + typed.length)),
      )
    }),
  )
})

test('a copy of a code has no spaces, so that other programs accept it', () => {
  const serial = serialNumberFormat.show('929220810')
  expect(selectedCodeOf(serialNumberFormat, { text: serial, start: 0, end: serial.length })).toBe('929220810')
  expect(selectedCodeOf(serialNumberFormat, { text: serial, start: 2, end: 6 })).toBe('922')
  expect(selectedCodeOf(groupsOfFourFormat, { text: 'A1b2 C3d4', start: 0, end: 9 })).toBe('A1b2C3d4')
  expect(selectedCodeOf(serialNumberFormat, { text: 'cold-1', start: 0, end: 6 })).toBe('cold-1')
})

test('cutting out a part leaves the rest of the code', () => {
  expect(applyCut(serialNumberFormat, { text: '929 220 810', start: 4, end: 8 })).toEqual({ code: '929810', caret: 4 })
  expect(applyCut(serialNumberFormat, { text: '929 220 810', start: 0, end: 11 })).toEqual({ code: '', caret: 0 })
})
