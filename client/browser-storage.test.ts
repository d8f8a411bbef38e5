import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('if the browser blocks its storage, the page keeps values while it is open', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): never {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  browserStorage('sessionStorage').setItem('invitation', 'one')
  expect(browserStorage('sessionStorage').getItem('invitation')).toBe('one')
  expect(browserStorage('sessionStorage').length).toBe(1)
  browserStorage('sessionStorage').removeItem('invitation')
  expect(browserStorage('sessionStorage').getItem('invitation')).toBeNull()
})

test('the page uses the storage of the browser if it is allowed', () => {
  const localStorage = { getItem: () => 'kept' }
  vi.stubGlobal('window', { localStorage })
  expect(browserStorage('localStorage')).toBe(localStorage)
})
