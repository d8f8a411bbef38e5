import { expect, test } from 'vitest'
import { parseAppearance, schemeMediaQueryOf } from './appearance.ts'

test('an unknown appearance is that of the system', () => {
  expect(['light', 'dark', 'system', 'blue', undefined].map(parseAppearance)).toEqual([
    'light',
    'dark',
    'system',
    'system',
    'system',
  ])
  expect(schemeMediaQueryOf('dark', 'system')).toBe('(prefers-color-scheme: dark)')
  expect(schemeMediaQueryOf('dark', 'dark')).toBe('all')
  expect(schemeMediaQueryOf('dark', 'light')).toBe('not all')
})
