import { afterEach, expect, test, vi } from 'vitest'
import { getBrowserStorage } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

test('if the browser blocks its storage, the page keeps values while it is open', () => {
  vi.stubGlobal('window', {
    get sessionStorage(): never {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  getBrowserStorage('sessionStorage').setItem('invitation', 'one')
  expect(getBrowserStorage('sessionStorage').getItem('invitation')).toBe('one')
  expect(getBrowserStorage('sessionStorage').length).toBe(1)
  getBrowserStorage('sessionStorage').removeItem('invitation')
  expect(getBrowserStorage('sessionStorage').getItem('invitation')).toBeNull()
})

test('the page uses the storage of the browser if it is allowed', () => {
  const localStorage = { getItem: () => 'kept' }
  vi.stubGlobal('window', { localStorage })
  expect(getBrowserStorage('localStorage')).toBe(localStorage)
})
