import { expect, test } from 'vitest'
import {
  accountNoticeKinds,
  maxAccountMailsPerDay,
  defaultNoticesPerAnswer,
  isAccountNoticeKind,
  maxNoticeMailsPerDay,
  noticeQuery,
  noticeRetentionMonths,
  noticesToMarkAsRead,
} from './notices.ts'

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

test('the limits of notices are those of Specification 23', () => {
  expect([noticeRetentionMonths, maxNoticeMailsPerDay, maxAccountMailsPerDay, defaultNoticesPerAnswer]).toEqual([
    12, 20, 5, 30,
  ])
})

test('a page of notices is refused with a code, and a list has up to 100 ids', () => {
  expect(noticeQuery.safeParse({ limit: '1a' }).error?.issues.map(({ message }) => message)).toEqual(['pattern'])
  expect([100, 101].map((length) => noticeQuery.safeParse({ before: 'a'.repeat(length) }).success)).toEqual([
    true,
    false,
  ])
  expect(noticeQuery.safeParse({ more: '1' }).success).toBe(false)
  const ids = (length: number) => Array.from({ length }, () => cellar)
  expect([100, 101].map((length) => noticesToMarkAsRead.safeParse({ read: ids(length) }).success)).toEqual([
    true,
    false,
  ])
  expect(noticesToMarkAsRead.safeParse({ read: 'all', more: 1 }).success).toBe(false)
})

test('only notices about the account have the limit of the account', () => {
  expect(accountNoticeKinds.every(isAccountNoticeKind)).toBe(true)
  expect(isAccountNoticeKind('fault-began')).toBe(false)
  expect(isAccountNoticeKind('mail-limit')).toBe(false)
})
