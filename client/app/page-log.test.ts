import { expect, test, vi } from 'vitest'
import { logUncaughtErrors } from './page-log.ts'

function fixture() {
  const listeners = new Map<string, (event: object) => void>()
  const log = { warn: vi.fn(), error: vi.fn(), flush: vi.fn() }
  logUncaughtErrors({ addEventListener: (type: string, listen: never) => void listeners.set(type, listen) }, log)
  const happen = (type: string, event: object) => listeners.get(type)?.(event)
  return { log, happen }
}

test('an uncaught error is logged with its location', () => {
  const { log, happen } = fixture()
  const error = new Error('broken')
  happen('error', { message: 'broken', error, filename: 'page.js', lineno: 3, colno: 7 })
  expect(log.error).toHaveBeenCalledWith('broken', error, { fileName: 'page.js', lineNumber: 3, columnNumber: 7 })
  happen('unhandledrejection', { reason: error })
  expect(log.error).toHaveBeenLastCalledWith('Unhandled rejection', error)
})

test('a size that the browser delivers in the next frame is no error', () => {
  const { log, happen } = fixture()
  happen('error', { message: 'ResizeObserver loop completed with undelivered notifications.', error: null })
  expect(log.error).not.toHaveBeenCalled()
})
