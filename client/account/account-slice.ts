import { createAsyncThunk, createSlice } from '@reduxjs/toolkit'
import type { User } from '#contract/account.ts'
import { api } from '#contract/api.ts'
import { type Call, CallFailed, type Failure } from '#client/api.ts'

/** What the account's effects need of the page. */
export type AccountParts = { call: Call }

export type AccountState =
  | { kind: 'unknown' }
  | { kind: 'loading' }
  | { kind: 'loaded'; user: User }
  | { kind: 'failed'; error: Failure }

export type WithAccount = { account: AccountState }

const createCall = createAsyncThunk.withTypes<{ extra: AccountParts; rejectValue: Failure }>()

/** The signed-in user. Specification 7, GET users/me. */
export const loadUser = createCall<User>('account/load', async (_, { extra, rejectWithValue }) =>
  extra.call(api.readUser).catch((error: unknown) => {
    if (error instanceof CallFailed) return rejectWithValue(error.failure)
    throw error
  }),
)

export const accountSlice = createSlice({
  name: 'account',
  initialState: (): AccountState => ({ kind: 'unknown' }),
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(loadUser.pending, (state): AccountState => (state.kind === 'loaded' ? state : { kind: 'loading' }))
      .addCase(loadUser.fulfilled, (_, { payload }): AccountState => ({ kind: 'loaded', user: payload }))
      .addCase(loadUser.rejected, (_, { payload }): AccountState => {
        return { kind: 'failed', error: payload ?? { kind: 'unexpected', status: 0 } }
      }),
})

export function selectUser({ account }: WithAccount): User | null {
  return account.kind === 'loaded' ? account.user : null
}
