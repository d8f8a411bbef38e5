import { expect, test } from 'vitest'
import { idempotencyKey } from './idempotency.ts'

test('a key of a repeated request has up to 64 characters of base64url', () => {
  for (const key of ['a', 'A-_9'.repeat(16)]) expect(idempotencyKey.safeParse(key).success).toBe(true)
  for (const key of ['', 'a'.repeat(65), 'a b', '!a', 'a!']) expect(idempotencyKey.safeParse(key).success).toBe(false)
})
