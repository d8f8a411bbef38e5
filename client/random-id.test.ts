import { afterEach, expect, test, vi } from 'vitest'
import { idempotencyKey } from '#contract/idempotency.ts'
import { createRandomId } from './random-id.ts'

afterEach(() => void vi.unstubAllGlobals())

test('an id is a valid Idempotency-Key, and no two are the same', () => {
  const ids = Array.from({ length: 1_000 }, createRandomId)
  expect(new Set(ids).size).toBe(1_000)
  expect(ids.every((id) => idempotencyKey.safeParse(id).success && id.length === 32)).toBe(true)
})

test('an id uses the cryptographic random source, also without a secure context', () => {
  vi.stubGlobal('crypto', { getRandomValues: (array: Uint8Array) => array.fill(10) })
  expect(createRandomId()).toBe('0a'.repeat(16))
})
