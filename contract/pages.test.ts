import { expect, test } from 'vitest'
import { isPagePath } from './pages.ts'

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
