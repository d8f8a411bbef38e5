import { expect, test } from 'vitest'
import { displayNameOf } from './display-name.ts'

test('the name has the parts that the person has entered, and is null without any', () => {
  expect(displayNameOf({ firstName: 'Olga', lastName: 'Novak' })).toBe('Olga Novak')
  expect(displayNameOf({ firstName: '', lastName: 'Novak' })).toBe('Novak')
  expect(displayNameOf({ firstName: 'Olga', lastName: null })).toBe('Olga')
  expect(displayNameOf({ firstName: '', lastName: null })).toBeNull()
})
