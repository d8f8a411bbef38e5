import { expect, test } from 'vitest'
import { toLocalDay, toEndOfDay, accessFailureMessage, formatLastDay, wrongEmailMessageId } from './access-words.ts'

test('an end is the end of its day, also on days when clocks change', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-12-31', '2028-02-29']) {
    const end = Date.parse(toEndOfDay(day))
    expect(toLocalDay(end - 1)).toBe(day)
    expect(toLocalDay(end)).not.toBe(day)
  }
  expect(formatLastDay(toEndOfDay('2026-11-30'), 'en-GB')).toBe('30 November 2026')
})

test('each refusal has its sentence', () => {
  const refused = (
    code: 'invalid-request' | 'invitation-limit' | 'not-found' | 'too-many-requests',
    errors = [{ path: 'until', code: '' }],
  ) => accessFailureMessage({ kind: 'refused', status: 409, code, errors, retryAfterS: null })
  expect(refused('invitation-limit')).toBe('access.failed.limit')
  expect(refused('not-found')).toBe('access.failed.gone')
  expect(refused('too-many-requests')).toBe('access.failed.mails')
  expect(refused('too-many-requests', [{ path: 'until', code: 'beyond-own' }])).toBe('access.failed.beyond-own')
  expect(refused('invalid-request', [{ path: 'email', code: 'email' }])).toBe(wrongEmailMessageId)
  expect(accessFailureMessage({ kind: 'network' })).toBe('access.failed')
})
