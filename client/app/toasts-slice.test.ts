import { expect, test } from 'vitest'
import { networkChanged } from '#client/live/network-slice.ts'
import { type ToastState, toastShown, toastsSlice } from './toasts-slice.ts'

function after(...toasts: Parameters<typeof toastShown>[]): string[] {
  const state = toasts.reduce<ToastState[]>(
    (before, toast) => toastsSlice.reducer(before, toastShown(...toast)),
    toastsSlice.getInitialState(),
  )
  return state.map(({ message }) => message)
}

test('a success replaces the previous success', () => {
  expect(after(['success', 'toast.added'], ['success', 'toast.address-added'])).toEqual(['toast.address-added'])
})

test('a failure stays next to later toasts, and appears once', () => {
  expect(after(['failure', 'toast.address-failed'], ['success', 'toast.added'])).toEqual([
    'toast.address-failed',
    'toast.added',
  ])
  expect(after(['failure', 'toast.address-failed'], ['failure', 'toast.address-failed'])).toHaveLength(1)
})

test('at most three toasts are shown at once', () => {
  const failures = ['toast.add-failed', 'toast.address-failed', 'toast.consent-failed', 'toast.delete-failed'] as const
  expect(after(...failures.map((message): ['failure', typeof message] => ['failure', message]))).toEqual(
    failures.slice(1),
  )
})

test('one failure without network is one toast; the reason goes when the network is back, the failure stays', () => {
  const toastStates = toastsSlice.reducer([], toastShown('failure', 'toast.address-failed', 'toast.offline'))
  const messages = (state: ToastState[]) => state.map(({ message, reason }) => [message, reason])
  expect(messages(toastsSlice.reducer(toastStates, networkChanged('offline')))).toEqual([
    ['toast.address-failed', 'toast.offline'],
  ])
  expect(messages(toastsSlice.reducer(toastStates, networkChanged('online')))).toEqual([
    ['toast.address-failed', undefined],
  ])
})
