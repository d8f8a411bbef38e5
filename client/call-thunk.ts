import { createAsyncThunk } from '@reduxjs/toolkit'
import { type ApiCall, CallError, type Failure } from './api.ts'

/**
 * The maker of thunks that call the API, given what they have of the page. A call that fails rejects its thunk with
 * the Failure, which can stand in the store; a fault of the page itself is thrown on.
 */
export function callThunks<Extra extends { call: ApiCall }>() {
  const createThunk = createAsyncThunk.withTypes<{ extra: Extra; rejectValue: Failure }>()
  return <Result, Input = void>(type: string, run: (input: Input, extra: Extra) => Promise<Result>) =>
    createThunk<Result, Input>(type, async (input, { extra, rejectWithValue }) =>
      run(input, extra).catch((error: unknown) => rejectWithValue(failureOf(error))),
    )
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallError) return error.failure
  throw error
}
