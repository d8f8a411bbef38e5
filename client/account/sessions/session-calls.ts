import { accountApi } from '#contract/account-api.ts'
import { createCommand, confirmDeletionIfGone } from '#client/command.ts'

export const endSessionByRef = createCommand<unknown, string>('account/session-end', {
  send: async (sessionRef, { call }) => call(accountApi.endSession, { params: { sessionRef } }),
  find: async (sessionRef, { call }) => {
    const { items } = await call(accountApi.listSessions)
    return confirmDeletionIfGone(items.every((one) => one.sessionRef !== sessionRef))
  },
})

export const endOtherSessions = createCommand<unknown>('account/sessions-end', {
  send: async (_, { call }) => call(accountApi.endOtherSessions),
  find: async (_, { call }) => {
    const { items } = await call(accountApi.listSessions)
    return confirmDeletionIfGone(items.every(({ thisSession }) => thisSession))
  },
})
