import { accessApi } from '#contract/access-api.ts'
import type {
  ApplianceAccess,
  InvitationAnswerOutcome,
  CreatedInvitation,
  InvitationPreview,
} from '#contract/access.ts'
import type { GrantableRole } from '#contract/access-role.ts'
import { createCallThunk } from '#client/call-thunk.ts'
import { createCommand, confirmDeletionIfGone } from '#client/command.ts'

/** Reads who has access to an appliance, with the open invitations and requests. */
export const loadAccess = createCallThunk<ApplianceAccess, { id: string }>('access/load', async ({ id }, { call }) =>
  call(accessApi.readAccess, { params: { id } }),
)

/** A person with access to the appliance `id`. */
type NamedPerson = { id: string; personRef: string }

/** The new role and end of a person's access. `until`: RFC 3339; null if the access does not end. */
export type AccessChangeRequest = NamedPerson & { role: GrantableRole; until: string | null }

export const updatePersonAccess = createCommand<ApplianceAccess, AccessChangeRequest>('access/change', {
  send: async ({ id, personRef, role, until }, { call }) =>
    call(accessApi.changePerson, { params: { id, personRef }, body: { role, until } }),
  find: async ({ id, personRef, role, until }, { call }) => {
    const answer = await call(accessApi.readAccess, { params: { id } })
    const person = answer.people.find((one) => one.personRef === personRef)
    const isDone = person?.role === role && momentOf(person.until) === momentOf(until)
    return isDone ? { result: answer } : null
  },
})

function momentOf(until: string | null): number | null {
  return until === null ? null : Date.parse(until)
}

export const removePersonAccess = createCommand<void, NamedPerson>('access/remove', {
  send: async ({ id, personRef }, { call }) => call(accessApi.removePerson, { params: { id, personRef } }),
  find: async ({ id, personRef }, { call }) => {
    const { people } = await call(accessApi.readAccess, { params: { id } })
    return confirmDeletionIfGone(!people.some((one) => one.personRef === personRef))
  },
})

/** Sets whether the portal asks the owner before a person with the codes gets access. */
export const saveAskFirst = createCommand<ApplianceAccess, { id: string; askFirst: boolean }>('access/ask-first', {
  send: async ({ id, askFirst }, { call }) => call(accessApi.changeAskFirst, { params: { id }, body: { askFirst } }),
  find: async ({ id, askFirst }, { call }) => {
    const answer = await call(accessApi.readAccess, { params: { id } })
    return answer.askFirst === askFirst ? { result: answer } : null
  },
})

/** Accepts or declines a request for access. An accepted person becomes a viewer. */
export const answerRequest = createCommand<void, { id: string; requestId: string; accept: boolean }>(
  'access/answer-request',
  {
    send: async ({ id, requestId, accept }, { call }, { key }) =>
      call(accessApi.answerRequest, { params: { id, requestId }, body: { accept }, key }),
    find: async ({ id, requestId }, { call }) => {
      const { requests } = await call(accessApi.readAccess, { params: { id } })
      return confirmDeletionIfGone(!requests.some((one) => one.id === requestId))
    },
  },
)

/** Ends the access of one client of a third party. */
export const endGrantAccess = createCommand<void, { id: string; grantId: string }>('access/end-sharing', {
  send: async ({ id, grantId }, { call }) => call(accessApi.endSharing, { params: { id, grantId } }),
  find: async ({ id, grantId }, { call }) => {
    const { grants } = await call(accessApi.readAccess, { params: { id } })
    return confirmDeletionIfGone(!grants.some((grant) => grant.id === grantId))
  },
})

type NamedInvitation = { id: string; invitationId: string }

export const cancelInvitation = createCommand<void, NamedInvitation>('access/cancel-invitation', {
  send: async ({ id, invitationId }, { call }) => call(accessApi.cancelInvitation, { params: { id, invitationId } }),
  find: async ({ id, invitationId }, { call }) => {
    const { invitations } = await call(accessApi.readAccess, { params: { id } })
    return confirmDeletionIfGone(!invitations.some((one) => one.id === invitationId))
  },
})

/** `email`: the address to which the portal also sends the link. If absent, the portal sends no email. */
export type InvitationOptions = { id: string; role: GrantableRole; until: string | null; email?: string }

/** Creates an invitation. If the answer is lost, the page cannot read the link again: only this answer contains it. */
export const createInvitation = createCallThunk<CreatedInvitation, InvitationOptions>(
  'access/invite',
  async ({ id, ...body }, { call }) => call(accessApi.invitePerson, { params: { id }, body }),
)

/** Ends an invitation, and creates one with a new link. */
export const resendInvitation = createCallThunk<CreatedInvitation, NamedInvitation>(
  'access/resend',
  async (params, { call }) => call(accessApi.resendInvitation, { params, body: {} }),
)

/** Reads the invitation or hand-over with this token. */
export const loadInvitation = createCallThunk<InvitationPreview, string>(
  'access/load-invitation',
  async (token, { call }) => call(accessApi.readInvitation, { params: { token } }),
)

/**
 * An answer to an invitation or a hand-over. `keepPeople`: the references of the people who keep their access under the
 * new owner.
 */
export type InvitationAnswer = { token: string; accept: boolean; keepPeople: readonly string[] }

/** Accepts or declines an invitation or a hand-over. */
export const answerInvitation = createCallThunk<InvitationAnswerOutcome, InvitationAnswer>(
  'access/answer-invitation',
  async ({ token, accept, keepPeople }, { call }) => {
    const keptPeople = keepPeople.length === 0 ? {} : { keepPeople: [...keepPeople] }
    return call(accessApi.answerInvitation, { params: { token }, body: { accept, ...keptPeople } })
  },
)
