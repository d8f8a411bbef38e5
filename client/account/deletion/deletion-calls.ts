import { accountApi } from '#contract/account-api.ts'
import type { User } from '#contract/account.ts'
import type { ErasureAnswer } from '#contract/erasure.ts'
import { personApi } from '#contract/person-api.ts'
import { createCommand } from '#client/command.ts'

export const deleteAccount = createCommand<ErasureAnswer>('account/delete', {
  send: async (_, { call }) => call(accountApi.deleteUser),
  find: async (_, { call }) => {
    const { erasedAt } = await call(personApi.readUser)
    return erasedAt === undefined ? null : { result: { erasedAt } }
  },
})

export const restoreAccount = createCommand<User>('account/keep', {
  send: async (_, { call }, { key }) => call(accountApi.restoreUser, { key }),
  find: async (_, { call }) => {
    const user = await call(personApi.readUser)
    return user.erasedAt === undefined ? { result: user } : null
  },
})
