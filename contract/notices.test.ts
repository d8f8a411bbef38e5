import { expect, test } from 'vitest'
import { noticeQuery, noticesToMarkAsRead } from './notices.ts'

const cellar = '7c1d1e6e-6f0d-4f57-9f0e-0a4f4a1b2c3d'

test('up to a hundred notices can be requested at once', () => {
  expect(noticeQuery.parse({ limit: '100' })).toEqual({ limit: 100 })
  for (const limit of ['0', '101', '-1', '1.5', 'many', '0x10'])
    expect(noticeQuery.safeParse({ limit }).success, limit).toBe(false)
})

test('some notices are marked as read, or all, but never none', () => {
  expect(noticesToMarkAsRead.parse({ read: 'all' })).toEqual({ read: 'all' })
  expect(noticesToMarkAsRead.parse({ read: [cellar] })).toEqual({ read: [cellar] })
  for (const read of [[], ['x'], 'some']) expect(noticesToMarkAsRead.safeParse({ read }).success).toBe(false)
})
