import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import * as z from 'zod/mini'
import { returnUri } from '#contract/company-search.ts'
import { parseJson } from '#contract/parse-json.ts'

/**
 * The address at the inviting company to which the owner returns after the invitation, with that company's session id.
 */
export type ReturnTarget = { redirectUri: string; sessionId?: string | undefined }

/**
 * The company whose invitation a person opened. Specification 3.12. `formerOf`: after a hand-over, the appliance whose
 * earlier owner had connected the company. Specification 26.5.
 */
export type InvitationState =
  | { kind: 'none' }
  | { kind: 'invited'; companyId: string; wayBack?: ReturnTarget; formerOf?: string }
  | ({ kind: 'accepted' } & AcceptedInvitation)

/** `href`: the return address, which the company has allowed, with the result of the invitation as query. */
export type AcceptedInvitation = { applianceId: string; companyName: string; href: string }

export type WithInvitation = { invitation: InvitationState }

/** The keys in session storage. Specification 13.9 prescribes the first one. */
const storageKeys = { companyId: 'companyId', wayBack: 'invitationWayBack', formerOf: 'invitationFormerOf' } as const

const lowerCaseId = z.pipe(
  z.uuid(),
  z.transform((id: string) => id.toLowerCase()),
)

const sessionIdLimit = 200

const wayBackShape = z.object({
  redirectUri: returnUri,
  sessionId: z.optional(z.string().check(z.maxLength(sessionIdLimit))),
})

/** Session storage keeps an invitation until the tab is closed. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

type Candidate = { companyId: unknown; wayBack?: unknown; formerOf?: unknown }

/**
 * Validates an invitation. Returns `none` if the company id is not a UUID; omits an invalid return address or appliance
 * id. Specification 5.9.
 */
export function validateInvitation(candidate: Candidate): InvitationState {
  const company = lowerCaseId.safeParse(candidate.companyId)
  if (!company.success) return { kind: 'none' }
  const wayBack = wayBackShape.safeParse(candidate.wayBack)
  const former = lowerCaseId.safeParse(candidate.formerOf)
  return {
    kind: 'invited',
    companyId: company.data,
    ...(wayBack.success && { wayBack: wayBack.data }),
    ...(former.success && { formerOf: former.data }),
  }
}

/** Returns whether the pending invitation is about this company. */
export function isCompanyOfInvitation(
  invitation: InvitationState,
  company: string,
): invitation is Extract<InvitationState, { kind: 'invited' }> {
  return invitation.kind === 'invited' && invitation.companyId === company
}

/** Reads `/invite?companyId=…&redirectUri=…&sessionId=…`; the last two are optional. Specification 13.9. */
export function parseInvitationQuery(query: URLSearchParams): InvitationState {
  const redirectUri = query.get('redirectUri')
  const sessionId = query.get('sessionId') ?? undefined
  return validateInvitation({ companyId: query.get('companyId'), wayBack: { redirectUri, sessionId } })
}

export function readStoredInvitation(storage: TabStorage): InvitationState {
  return validateInvitation({
    companyId: storage.getItem(storageKeys.companyId),
    // The text is not trusted, because other code may have written it.
    wayBack: parseJson(storage.getItem(storageKeys.wayBack) ?? 'null'),
    formerOf: storage.getItem(storageKeys.formerOf),
  })
}

export function storeInvitation(storage: TabStorage, invitation: InvitationState): void {
  for (const key of Object.values(storageKeys)) storage.removeItem(key)
  if (invitation.kind !== 'invited') return
  storage.setItem(storageKeys.companyId, invitation.companyId)
  if (invitation.wayBack) storage.setItem(storageKeys.wayBack, JSON.stringify(invitation.wayBack))
  if (invitation.formerOf) storage.setItem(storageKeys.formerOf, invitation.formerOf)
}

export const invitationSlice = createSlice({
  name: 'invitation',
  initialState: (): InvitationState => ({ kind: 'none' }),
  reducers: {
    invitationReceived: (_, { payload }: PayloadAction<InvitationState>) => payload,
    invitationRemoved: (): InvitationState => ({ kind: 'none' }),
    /** The owner declined the invitation. */
    invitationDeclined: (): InvitationState => ({ kind: 'none' }),
    /** The owner accepted, and can return to the company. */
    invitationAccepted: (_, { payload }: PayloadAction<AcceptedInvitation>) => ({
      kind: 'accepted' as const,
      ...payload,
    }),
  },
})

export const { invitationReceived, invitationRemoved, invitationDeclined, invitationAccepted } = invitationSlice.actions
