import { accountApi } from '#contract/account-api.ts'
import type { User } from '#contract/account.ts'
import type { AccountDeletionAnswer } from '#contract/account-deletion.ts'
import { personApi } from '#contract/person-api.ts'
import { createCommand } from '#client/command.ts'

export const requestAccountDeletion = createCommand<AccountDeletionAnswer>('account/delete', {
  send: async (_, { call }) => call(accountApi.deleteUser),
  find: async (_, { call }) => {
    const { erasedAt } = await call(personApi.readUser)
    return erasedAt === undefined ? null : { result: { erasedAt } }
  },
})

export const cancelAccountDeletion = createCommand<User>('account/keep', {
  send: async (_, { call }, { key }) => call(accountApi.restoreUser, { key }),
  find: async (_, { call }) => {
    const user = await call(personApi.readUser)
    return user.erasedAt === undefined ? { result: user } : null
  },
})
