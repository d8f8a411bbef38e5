import { createAsyncThunk, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import { type ApiCall, CallError, type CallFailure } from './api-call.ts'

/** The functions and values that the store passes to each thunk. */
export type CallDependencies = {
  call: ApiCall
  /** The id of the brand whose appliances are shown and added. */
  brandId: string
  /** Returns the current time in epoch ms. */
  now(): number
  /** Resolves after `ms` milliseconds. The default is a timer of the browser; tests replace it. */
  wait?(ms: number): Promise<void>
  /** Whether the browser has no network. The function is absent in an environment that cannot detect this. */
  isOffline?(): boolean
}

const createThunk = createAsyncThunk.withTypes<{ extra: CallDependencies; rejectValue: CallFailure }>()

/** The methods of the store that a thunk uses. */
export type ThunkStore = { dispatch(action: UnknownAction): unknown; getState(): unknown; requestId: string }

let requests = 0

/**
 * Creates a thunk that calls the API. If the call fails, the thunk rejects with a serialisable `CallFailure`; other
 * errors are thrown. Request ids are numbers in the order of the requests.
 */
export function createCallThunk<Result, Input = void>(
  type: string,
  run: (input: Input, dependencies: CallDependencies, store: ThunkStore) => Promise<Result>,
) {
  return createThunk<Result, Input>(
    type,
    async (input, { extra, rejectWithValue, ...store }) =>
      run(input, extra, store).catch((error: unknown) => rejectWithValue(failureOf(error))),
    { idGenerator: () => String((requests += 1)) },
  )
}

// oxlint-disable-next-line typescript/no-explicit-any -- its result type is both input and output, so no other type fits all
export type CallThunk<Input> = ReturnType<typeof createCallThunk<any, Input>>

/** Returns the store's dispatch, typed for call thunks. */
export const useCallDispatch = useDispatch.withTypes<ThunkDispatch<unknown, CallDependencies, UnknownAction>>()

/** Returns the functions and values that the store passes to each thunk, for calls without a thunk. */
export function useCallDependencies(): CallDependencies {
  return useCallDispatch()((_dispatch, _getState, dependencies) => dependencies)
}

/** Returns the failure of a call or of an unwrapped thunk; undefined for any other error. */
export function callFailureOf(error: unknown): CallFailure | undefined {
  if (error instanceof CallError) return error.failure
  return typeof error === 'object' && error !== null && 'kind' in error ? (error as CallFailure) : undefined
}

function failureOf(error: unknown): CallFailure {
  if (error instanceof CallError) return error.failure
  throw error
}
