import { expect, test } from 'vitest'
import { createRecentlyUsedMap } from './recently-used-map.ts'

test('recently used entries stay, others are evicted, and the size is bounded', () => {
  const recent = createRecentlyUsedMap<number>(10)
  recent.set('used', 0)
  for (let index = 0; index < 1000; index += 1) {
    recent.set(`key-${index}`, index)
    expect(recent.get('used')).toBe(0)
  }
  const kept = Array.from({ length: 1000 }, (_, index) => recent.get(`key-${index}`)).filter(
    (value) => value !== undefined,
  )
  expect(kept.length).toBeLessThanOrEqual(20)
  expect(kept).toContain(999)
})
