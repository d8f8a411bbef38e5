import { accessApi } from '#contract/access-api.ts'
import type { ApplianceAccess } from '#contract/access.ts'
import type { GrantableRole } from '#contract/access-role.ts'
import { takeoverApi } from '#contract/takeover-api.ts'
import type { ApiCall } from '#client/api-call.ts'
import { type CommandSteps, confirmChangeIfDone, confirmDeletionIfGone, createCommand } from '#client/command.ts'

/** Reads who has access to an appliance, with the open invitations and requests. */
export async function readAccess(call: ApiCall, { id }: { id: string }): Promise<ApplianceAccess> {
  return call(accessApi.readAccess, { params: { id } })
}

/**
 * Creates a command that removes something from the access. The command is done if `isThere` does not find it any more.
 */
function createRemoval<Input extends { id: string }>(
  type: string,
  {
    send,
    isThere,
  }: Pick<CommandSteps<void, Input, unknown, undefined>, 'send'> & {
    isThere(access: ApplianceAccess, input: Input): boolean
  },
) {
  return createCommand<void, Input>(type, {
    send,
    find: async (input, { call }) => confirmDeletionIfGone(!isThere(await readAccess(call, input), input)),
  })
}

/** A person with access to the appliance `id`. */
type NamedPerson = { id: string; personRef: string }

/** The new role and end of a person's access. `until`: RFC 3339; null if the access does not end. */
export type AccessChangeRequest = NamedPerson & { role: GrantableRole; until: string | null }

export const updatePersonAccess = createCommand<ApplianceAccess, AccessChangeRequest>('access/change', {
  send: async ({ id, personRef, role, until }, { call }) =>
    call(accessApi.changePerson, { params: { id, personRef }, body: { role, until } }),
  find: async ({ id, personRef, role, until }, { call }) =>
    confirmChangeIfDone(await readAccess(call, { id }), ({ people }) => {
      const person = people.find((one) => one.personRef === personRef)
      return person?.role === role && momentOf(person.until) === momentOf(until)
    }),
})

function momentOf(until: string | null): number | null {
  return until === null ? null : Date.parse(until)
}

export const removePersonAccess = createRemoval<NamedPerson>('access/remove', {
  send: async (params, { call }) => call(accessApi.removePerson, { params }),
  isThere: ({ people }, { personRef }) => people.some((one) => one.personRef === personRef),
})

/** Sets whether the portal asks the owner before a person with the codes gets access. */
export const saveAskFirst = createCommand<ApplianceAccess, { id: string; askFirst: boolean }>('access/ask-first', {
  send: async ({ id, askFirst }, { call }) => call(accessApi.changeAskFirst, { params: { id }, body: { askFirst } }),
  find: async ({ id, askFirst }, { call }) =>
    confirmChangeIfDone(await readAccess(call, { id }), (access) => access.askFirst === askFirst),
})

/** Accepts or declines a request for access. An accepted person becomes a viewer. */
export const answerRequest = createRemoval<{ id: string; requestId: string; accept: boolean }>(
  'access/answer-request',
  {
    send: async ({ id, requestId, accept }, { call }, { key }) =>
      call(accessApi.answerRequest, { params: { id, requestId }, body: { accept }, key }),
    isThere: ({ requests }, { requestId }) => requests.some((one) => one.id === requestId),
  },
)

/** Ends the access of one client of a third party. */
export const endGrantAccess = createRemoval<{ id: string; grantId: string }>('access/end-sharing', {
  send: async (params, { call }) => call(accessApi.endSharing, { params }),
  isThere: ({ grants }, { grantId }) => grants.some((grant) => grant.id === grantId),
})

export const cancelInvitation = createRemoval<{ id: string; invitationId: string }>('access/cancel-invitation', {
  send: async (params, { call }) => call(accessApi.cancelInvitation, { params }),
  isThere: ({ invitations }, { invitationId }) => invitations.some((one) => one.id === invitationId),
})

export const withdrawHandover = createRemoval<{ id: string }>('access/cancel-handover', {
  send: async (params, { call }) => call(accessApi.cancelHandover, { params }),
  isThere: ({ handover }) => handover !== null,
})

/** Sends the answer of the owner to a takeover, or the objection of a co-owner. */
export const sendTakeoverAnswer = createRemoval<{ id: string; takeoverId: string; agree: boolean }>('takeover/answer', {
  send: async ({ id, takeoverId, agree }, { call }, { key }) =>
    call(takeoverApi.answerTakeover, { params: { id, takeoverId }, body: { agree }, key }),
  isThere: ({ takeover }, { takeoverId }) => takeover?.id === takeoverId,
})
