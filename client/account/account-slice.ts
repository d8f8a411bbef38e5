import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { AccountForm } from '#contract/account-form.ts'
import { emptyFieldMark, type User } from '#contract/account.ts'
import { personApi } from '#contract/person-api.ts'
import type { Country } from '#contract/countries.ts'
import { createCallThunk } from '#client/call-thunk.ts'
import { createCommand, confirmChangeIfDone } from '#client/command.ts'
import { isSameJson } from '#client/is-same-json.ts'

/** The state of the account form: `open` without unsaved values, `changed` with unsaved values. */
type FormState = 'closed' | 'open' | 'changed'

/** `user` is null until it is loaded. */
export type AccountState = { user: User | null; form: FormState }

export type WithAccount = { account: AccountState }

/** Loads the signed-in user. Specification 7, GET users/me. */
export const loadUser = createCallThunk<User>('account/load', async (_, extra) => extra.call(personApi.readUser))

/** An account to save. `isNew`: whether the account was incomplete before. */
export type AccountSaveRequest = { details: AccountForm; isNew: boolean }

/**
 * Saves the account. If the answer is lost, reads the user to find out whether the values are stored. Specification
 * 4.16.
 */
export const saveAccount = createCommand<User, AccountSaveRequest>('account/save', {
  send: async ({ details }, { call }) => call(personApi.changeUser, { body: details }),
  find: async ({ details: wanted }, { call }) =>
    confirmChangeIfDone(await call(personApi.readUser), (user) => isSameJson({ ...user, ...wanted }, user)),
})

const initialState: AccountState = { user: null, form: 'closed' }

export const accountSlice = createSlice({
  name: 'account',
  initialState,
  reducers: {
    userChanged: (state, { payload }: PayloadAction<User>) => {
      state.user = withoutEmptyFields(payload)
    },
    accountFormOpened: (state) => {
      state.form = 'open'
    },
    accountFormChanged: (state) => {
      state.form = 'changed'
    },
    accountFormClosed: (state) => {
      state.form = 'closed'
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(loadUser.fulfilled, (state, { payload }) => {
        state.user = withoutEmptyFields(payload)
      })
      .addCase(loadUser.rejected, (state) => {
        state.user = null
      })
      .addCase(saveAccount.fulfilled, (state, { payload }) => {
        state.user = withoutEmptyFields(payload)
        state.form = 'closed'
      }),
})

export const { userChanged, accountFormOpened, accountFormChanged, accountFormClosed } = accountSlice.actions

export function selectUser({ account }: WithAccount): User | null {
  return account.user
}

/** Returns the country of the user; null if the user is not loaded or has no country. */
export function selectCountry({ account }: WithAccount): Country | null {
  return account.user?.country ?? null
}

/** Whether the user is loaded and the account has all required details. Specification 4.15. */
export function selectIsAccountComplete(state: WithAccount): boolean {
  const user = selectUser(state)
  return user !== null && isAccountComplete(user)
}

export function selectIsAccountFormOpen({ account }: WithAccount): boolean {
  return account.form !== 'closed'
}

/** Whether the account form has unsaved values. Specification 2.1, "leave-confirmation guard". */
export function selectHasUnsavedAccountValues({ account }: WithAccount): boolean {
  return account.form === 'changed'
}

const requiredDetails = ['firstName', 'lastName', 'contactEmail', 'contactPhone', 'phoneCountryCode'] as const

/** Whether the account has all required details. Specification 3.5. */
export function isAccountComplete(user: User): boolean {
  return requiredDetails.every((name) => isPresent(user[name]))
}

/** Removes the empty fields from a user. A field with the value `--` also counts as empty. Specification 3. */
export function withoutEmptyFields(user: User): User {
  const present = Object.entries(user).filter(([, value]) => isPresent(value))
  return { ...Object.fromEntries(present), sub: user.sub }
}

function isPresent(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== emptyFieldMark
}
