import { expect, test } from 'vitest'
import { isPagePath, noticePath } from './pages.ts'

test.each([
  '/',
  '/appliances',
  '/appliances/',
  '/appliances/add',
  '/appliances/1/data-export',
  '/appliances/1/faults/2E%2F207',
  '/policies/de/AT/tos',
  '/invite',
])('the route table has %s', (path) => expect(isPagePath(path)).toBe(true))

test.each([
  '/.git/config',
  '/appliances/1',
  '/appliances/1/data-export/x',
  '/policies/de/AT',
  '/metrics',
  '/api/2/nothing',
])('any unknown path shows Page not found: %s', (path) => expect(isPagePath(path)).toBe(false))

test('a notice opens the page of its fault, its export or the access, and the list without an appliance', () => {
  const fault = { kind: 'fault-began', code: 'E104', since: '' } as const
  const ready = { kind: 'export-ready', exportId: '', expiresAt: '' } as const
  const ended = { kind: 'access-ended' } as const
  expect([fault, ready, ended].map((event) => noticePath(event, 'a1'))).toEqual([
    '/appliances/a1/faults/E104',
    '/appliances/a1/data-export',
    '/appliances/a1/access',
  ])
  expect([fault, { ...fault, code: null }, ended].map((event) => noticePath(event, null))).toEqual([
    '/appliances',
    '/appliances',
    '/appliances',
  ])
  expect(noticePath({ ...fault, code: null }, 'a1')).toBe('/appliances')
  expect(noticePath(ready, null)).toBe(noticePath({ kind: 'ownership-ended' }, 'a1'))
})
