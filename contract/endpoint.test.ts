import { expect, test } from 'vitest'
import { addInputs } from './endpoint.ts'

const endpoints = { read: { method: 'GET', path: '/api/2/read', access: 'token', answer: null } } as const

test('an endpoint gets the default inputs, and the properties that replace them', () => {
  const { read } = addInputs(endpoints, { read: { refusals: ['not-found'] } })
  const inputs = { terms: true, params: null, query: null, body: null }
  expect(read).toEqual({ ...endpoints.read, ...inputs, refusals: ['not-found'] })
})

test('a wrong property, endpoint or path is a type error', () => {
  const wrong = [
    // @ts-expect-error The property is misspelled
    addInputs(endpoints, { read: { terms: false, refusal: ['not-found'] } }),
    // @ts-expect-error There is no such refusal
    addInputs(endpoints, { read: { refusals: ['not-fond'] } }),
    // @ts-expect-error The path belongs to the API
    addInputs(endpoints, { read: { terms: false, path: '/other' } }),
    // @ts-expect-error There is no such endpoint
    addInputs(endpoints, { read: {}, write: {} }),
    // @ts-expect-error An endpoint has no entry
    addInputs(endpoints, {}),
  ]
  expect(wrong).toHaveLength(5)
})
