import { configureStore } from '@reduxjs/toolkit'
import { expect, test } from 'vitest'
import { personApi } from '#contract/person-api.ts'
import { type ApiCall, CallError, type CallFailure } from '#client/api-call.ts'
import { formatLongDay } from '#client/i18n/format.ts'
import {
  acceptTerms,
  loadTerms,
  loadTermsStatus,
  selectAreTermsAccepted,
  selectHasNeverAcceptedTerms,
  termsSlice,
} from './terms-slice.ts'

const accepted = { accepted: true, hasUpdate: false }

type Fixture = { status?: { accepted: boolean; hasUpdate: boolean }; failure?: CallFailure }

function fixture({ status = accepted, failure }: Fixture = {}) {
  const sent: unknown[] = []
  const call = (async ({ method, path }: { method: string; path: string }, input?: { body?: unknown }) => {
    sent.push([method, path, input?.body])
    if (failure) throw new CallError(failure)
    if (path === personApi.changeUser.path) return { sub: '1', country: 'AT' }
    return path === personApi.readTerms.path ? { version: '1' } : status
  }) as unknown as ApiCall
  const store = configureStore({
    reducer: { terms: termsSlice.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { call, brandId: 'cedar', now: () => 1, wait: async () => undefined } } }),
  })
  return { store, sent }
}

test('accepting sends the version that was read, and then the chosen country', async () => {
  const { store, sent } = fixture()
  await store.dispatch(acceptTerms({ version: '2022-12-07', country: 'AT' }))
  expect(sent).toEqual([
    ['PUT', '/api/2/tos/status', { accepted: true, version: '2022-12-07', country: 'AT' }],
    ['PATCH', '/api/2/users/me', { country: 'AT' }],
  ])
  expect(selectAreTermsAccepted(store.getState())).toBe(true)
})

test('an existing country is not sent', async () => {
  const { store, sent } = fixture()
  await store.dispatch(acceptTerms({ version: '2', country: null }))
  expect(sent).toEqual([['PUT', '/api/2/tos/status', { accepted: true, version: '2' }]])
})

test.each([
  [
    { accepted: false, hasUpdate: false },
    { isAccepted: false, isFirstTime: true },
  ],
  [
    { accepted: true, hasUpdate: true },
    { isAccepted: false, isFirstTime: false },
  ],
  [accepted, { isAccepted: true, isFirstTime: false }],
])('of %o', async (status, { isAccepted, isFirstTime }) => {
  const { store } = fixture({ status })
  expect(selectAreTermsAccepted(store.getState())).toBe(false)
  await store.dispatch(loadTermsStatus())
  expect(selectAreTermsAccepted(store.getState())).toBe(isAccepted)
  expect(selectHasNeverAcceptedTerms(store.getState())).toBe(isFirstTime)
})

test('terms that were updated while being read must be read again', async () => {
  const errors = [{ path: 'version', code: 'outdated' }]
  const { store } = fixture({
    failure: { kind: 'refused', status: 422, code: 'invalid-request', errors, retryAfterS: null },
  })
  await store.dispatch(acceptTerms({ version: '1', country: null }))
  expect(store.getState().terms.isRenewed).toBe(true)
})

test('of two answers the one requested last is shown', async () => {
  const answers: ((version: string) => void)[] = []
  const call = (() => new Promise((resolve) => answers.push((version) => resolve({ version })))) as unknown as ApiCall
  const store = configureStore({
    reducer: { terms: termsSlice.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { call, brandId: 'cedar', now: () => 1, wait: async () => undefined } } }),
  })
  const both = [store.dispatch(loadTerms('de-AT')), store.dispatch(loadTerms('de-DE'))]
  answers[1]?.('of Germany')
  answers[0]?.('of Austria')
  await Promise.all(both)
  expect(store.getState().terms.document).toEqual({ version: 'of Germany' })
})

test("the effective date is in the reader's format", () => {
  expect(formatLongDay('2022-12-07', 'en-GB')).toBe('7 December 2022')
  expect(formatLongDay('2022-12-07', 'de')).toBe('7. Dezember 2022')
})
