import { expect, test } from 'vitest'
import { applianceApi } from '#contract/appliance-api.ts'
import type { CallFailure } from '#client/api-call.ts'
import { createFailureObserver } from './interruptions.ts'

function after(failure: CallFailure) {
  const done: string[] = []
  const observe = createFailureObserver({
    log: { warn: (message) => done.push(message) },
    interruptions: {
      unauthenticated: () => done.push('unauthenticated'),
      termsMissing: (route) => done.push(`terms at ${route}`),
    },
    suspectVersion: () => done.push('version'),
  })
  observe(failure, applianceApi.listConnections)
  return done
}

test('401 on any call is logged, and ends the work on the screen', () => {
  expect(after({ kind: 'unauthenticated' })).toEqual(['401 on GET /api/2/connections', 'unauthenticated'])
})

test('412 on any call opens the terms', () => {
  expect(after({ kind: 'terms', route: '/accept-tos' })).toEqual(['terms at /accept-tos'])
})

test.each<CallFailure>([
  { kind: 'unexpected', status: 200 },
  { kind: 'refused', status: 400, code: 'invalid-request', errors: [], retryAfterS: null },
])('page and server may be of different builds if they do not understand each other: %j', (failure) => {
  expect(after(failure)).toEqual(['version'])
})

test('other failures do not navigate', () => {
  expect(after({ kind: 'network' })).toEqual([])
})
