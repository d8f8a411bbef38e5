import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import * as z from 'zod/mini'

/** The company whose invitation a person followed. Specification 3, "Stored invitation company id". */
export type InvitationState = { kind: 'none' } | { kind: 'invited'; companyId: string }

export type WithInvitation = { invitation: InvitationState }

/** The key in session storage. Decisions 4. */
const storageKey = 'companyId'

const companyId = z.uuid()

/** Whoever has it may hold an invitation until the tab is closed; `sessionStorage` in the browser. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What is no UUID is ignored. Specification 5. */
export function invitationOf(candidate: unknown): InvitationState {
  const parsed = companyId.safeParse(candidate)
  return parsed.success ? { kind: 'invited', companyId: parsed.data } : { kind: 'none' }
}

export function readInvitation(storage: TabStorage): InvitationState {
  return invitationOf(storage.getItem(storageKey))
}

export function writeInvitation(storage: TabStorage, invitation: InvitationState): void {
  if (invitation.kind === 'none') storage.removeItem(storageKey)
  else storage.setItem(storageKey, invitation.companyId)
}

export const invitationSlice = createSlice({
  name: 'invitation',
  initialState: (): InvitationState => ({ kind: 'none' }),
  reducers: {
    invitationReceived: (_, { payload }: PayloadAction<InvitationState>) => payload,
    invitationRemoved: (): InvitationState => ({ kind: 'none' }),
  },
})

export const { invitationReceived, invitationRemoved } = invitationSlice.actions
