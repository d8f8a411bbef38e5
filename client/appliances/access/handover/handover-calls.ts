import { accessApi } from '#contract/access-api.ts'
import type { CreatedHandover } from '#contract/handover.ts'
import { createCallThunk } from '#client/call-thunk.ts'
import { createCommand, confirmDeletionIfGone } from '#client/command.ts'

/** `email`: the address to which the portal also sends the link. If absent, the portal sends no email. */
export type HandoverOptions = { id: string; shareFaultHistory: boolean; email?: string }

/** Starts a hand-over. If the answer is lost, the page cannot read the link again: only this answer contains it. */
export const beginHandover = createCallThunk<CreatedHandover, HandoverOptions>(
  'access/start-handover',
  async ({ id, ...body }, { call }) => call(accessApi.startHandover, { params: { id }, body }),
)

export const withdrawHandover = createCommand<void, { id: string }>('access/cancel-handover', {
  send: async ({ id }, { call }) => call(accessApi.cancelHandover, { params: { id } }),
  find: async ({ id }, { call }) =>
    confirmDeletionIfGone((await call(accessApi.readAccess, { params: { id } })).handover === null),
})
