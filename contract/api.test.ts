import { expect, test } from 'vitest'
import { api } from './api.ts'

const paths = Object.values(api).map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` }))

test('until the terms are accepted only fault texts, the account, the terms and the log are accessible', () => {
  expect(paths.filter(({ terms }) => !terms).map(({ name }) => name)).toEqual([
    'GET /api/2/faults',
    'GET /api/2/users/me',
    'PATCH /api/2/users/me',
    'GET /api/2/tos',
    'GET /api/2/tos/status',
    'PUT /api/2/tos/status',
    'POST /api/2/logger',
    'GET /api/2/users/me/sessions',
    'DELETE /api/2/users/me/sessions/:sessionRef',
    'DELETE /api/2/users/me/sessions',
    'GET /api/2/users/me/data',
    'POST /api/2/users/me/data',
    'GET /api/2/users/me/data/:fileId',
    'DELETE /api/2/users/me',
    'POST /api/2/users/me/restore',
  ])
})

test('only fault texts and the log are accessible without a token', () => {
  const open = paths.filter(({ access }) => access === 'public').map(({ name }) => name)
  expect(open).toEqual(['GET /api/2/faults', 'POST /api/2/logger'])
})

test('a list accepts only brands as its query', () => {
  const { query } = api.listConnections
  expect(query.safeParse({}).success).toBe(true)
  expect(query.safeParse({ brand: 'cedar,birch' }).success).toBe(true)
  expect(query.safeParse({ brand: 'cedar', page: '1' }).success).toBe(false)
})
