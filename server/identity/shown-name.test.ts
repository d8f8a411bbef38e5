import { expect, test } from 'vitest'
import { shownNameOf } from './shown-name.ts'

test('the name has the parts that the person has entered, and is null without any', () => {
  expect(shownNameOf({ firstName: 'Olga', lastName: 'Novak' })).toBe('Olga Novak')
  expect(shownNameOf({ firstName: '', lastName: 'Novak' })).toBe('Novak')
  expect(shownNameOf({ firstName: 'Olga', lastName: null })).toBe('Olga')
  expect(shownNameOf({ firstName: '', lastName: null })).toBeNull()
})
