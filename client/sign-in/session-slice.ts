import { createSlice } from '@reduxjs/toolkit'

/** Whether somebody is signed in, as far as the page knows. The token itself never stands in the store. */
export type SessionState = { kind: 'unknown' } | { kind: 'signed-in' } | { kind: 'signed-out' }

export type WithSession = { session: SessionState }

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ kind: 'unknown' }),
  reducers: {
    signedIn: (): SessionState => ({ kind: 'signed-in' }),
    signedOut: (): SessionState => ({ kind: 'signed-out' }),
  },
})

export const { signedIn, signedOut } = sessionSlice.actions

export function selectIsSignedIn({ session }: WithSession): boolean {
  return session.kind === 'signed-in'
}
