import { accessApi } from '#contract/access-api.ts'
import type { NewHandover } from '#contract/handover.ts'
import { createCallThunk } from '#client/call-thunk.ts'
import { createCommand, goneIf } from '#client/command.ts'

/** Starts a hand-over. A lost answer cannot be found again, because only the answer has the link. */
export const beginHandover = createCallThunk<NewHandover, { id: string; shareFaultHistory: boolean }>(
  'access/start-handover',
  async ({ id, shareFaultHistory }, { call }) =>
    call(accessApi.startHandover, { params: { id }, body: { shareFaultHistory } }),
)

export const withdrawHandover = createCommand<void, { id: string }>('access/cancel-handover', {
  send: async ({ id }, { call }) => call(accessApi.cancelHandover, { params: { id } }),
  find: async ({ id }, { call }) => goneIf((await call(accessApi.readAccess, { params: { id } })).handover === null),
})
