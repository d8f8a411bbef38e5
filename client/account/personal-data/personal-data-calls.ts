import { accountApi } from '#contract/account-api.ts'
import type { PersonalData } from '#contract/personal-data.ts'
import { createCommand } from '#client/command.ts'

export const requestPersonalData = createCommand<PersonalData>('account/personal-data-request', {
  send: async (_, { call }, { key }) => call(accountApi.requestPersonalData, { key }),
  find: async (_, { call }) => {
    const { items } = await call(accountApi.listPersonalData)
    const open = items.find(({ state }) => state === 'NOT_READY')
    return open ? { result: open } : null
  },
})
