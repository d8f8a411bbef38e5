import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Failure } from '#client/api.ts'
import { createFailureObserver } from './failures.ts'

function after(failure: Failure, address = 'https://portal.example/appliances') {
  const done: string[] = []
  const observe = createFailureObserver({
    log: { warn: (message) => done.push(message) },
    navigate: (path) => done.push(path),
    address: () => address,
  })
  observe(failure, api.listConnections)
  return done
}

test('401 on any call is logged, then leads to /unauthorized', () => {
  expect(after({ kind: 'unauthenticated' })).toEqual(['401 on GET /api/2/connections', '/unauthorized'])
})

test('412 leads to accept-tos, or external-accept-tos when the URL contains external', () => {
  const terms: Failure = { kind: 'terms', route: '/accept-tos' }
  expect(after(terms)).toEqual(['/accept-tos'])
  expect(after(terms, 'https://portal.example/external')).toEqual(['/external-accept-tos'])
})

test('a route that is no path of the page is not followed', () => {
  expect(after({ kind: 'terms', route: 'https://evil.example' })).toEqual(['/'])
})

test('other failures navigate nowhere', () => {
  expect(after({ kind: 'network' })).toEqual([])
})
