import { createAsyncThunk, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import { type ApiCall, CallError, type Failure } from './api.ts'

/** What thunks have of the page. */
export type CallDependencies = {
  call: ApiCall
  /** The identifier of the brand whose appliances are shown and claimed. */
  brandId: string
  /** Epoch ms. */
  now(): number
  /** Resolves after this many milliseconds; tests replace the page's timer. */
  wait?(ms: number): Promise<void>
  /** Whether the browser has no network; absent if this cannot be determined. */
  isOffline?(): boolean
}

const createThunk = createAsyncThunk.withTypes<{ extra: CallDependencies; rejectValue: Failure }>()

/** The methods of the store that a thunk uses. */
export type ThunkStore = { dispatch(action: UnknownAction): unknown; getState(): unknown; requestId: string }

let requests = 0

/**
 * A thunk that calls the API. A call that fails rejects it with the Failure, which can stand in the store; a fault of
 * the page itself is thrown on. The ids of the requests are numbers, in the order in which they were made.
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

/** Any call that is made of this input. */
// oxlint-disable-next-line typescript/no-explicit-any -- what it answers stands in types both ways: nothing else fits all
export type CallThunk<Input> = ReturnType<typeof createCallThunk<any, Input>>

/** The store's dispatch, as far as calls go. */
export const useCallDispatch = useDispatch.withTypes<ThunkDispatch<unknown, CallDependencies, UnknownAction>>()

function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure
  throw error
}
