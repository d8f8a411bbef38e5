import type { FastifyRequest } from 'fastify'
import type { User } from '#contract/account.ts'
import { api } from '#contract/api.ts'
import { accountRestoreDays } from '#contract/account-deletion.ts'
import { dayMs } from '#contract/durations.ts'
import type { NoticeEvent } from '#contract/notices.ts'
import type { Config } from '#server/config.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import type { Caller } from '#server/http/caller.ts'
import type { EndpointAdder } from '#server/http/endpoint-adder.ts'
import { Refusal } from '#server/http/refusals.ts'
import { createSignInTimeReader, refuseOldSignIn } from '#server/identity/session/fresh-sign-in.ts'
import { planErasure, cancelPlannedErasure } from './store.ts'
import type { Services } from '#server/services.ts'

export type AccountDeletionDependencies = Pick<Services, 'database' | 'persons' | 'clock'> & {
  config: Pick<Config, 'publicUrl'>
  readUser(caller: Caller): Promise<User>
  /** Records a notice for the person, within the transaction of the change. */
  notify(
    transaction: Transaction,
    notice: { personId: string; event: NoticeEvent; request: FastifyRequest },
  ): Promise<void>
}

const takeBackMs = accountRestoreDays * dayMs

/** Adds the endpoints with which people delete their own account, and restore it within 7 days. Specification 25.3. */
export function addAccountDeletionRoutes(add: EndpointAdder, dependencies: AccountDeletionDependencies): void {
  const { database, persons, clock, readUser, notify } = dependencies
  const authenticationOf = createSignInTimeReader(dependencies)

  add(api.deleteUser, async ({ caller, request }) => {
    const personId = await persons.personIdOf(caller)
    const now = clock.now()
    refuseOldSignIn(await authenticationOf(personId, request), now)
    return inTransaction(database.pool, async (transaction) => {
      const plannedErasure = await planErasure(transaction, { personId, eraseAt: new Date(now + takeBackMs) })
      // If the person was erased after the check of the token, the token is no longer valid.
      if (!plannedErasure) throw new Refusal('unauthenticated')
      const erasedAt = plannedErasure.eraseAt.toISOString()
      const event = { kind: 'account-deleted', at: new Date(now).toISOString(), erasedAt } as const
      if (plannedErasure.isNew) await notify(transaction, { personId, event, request })
      return { erasedAt }
    })
  })

  add(api.restoreUser, async ({ caller, request }) => {
    const personId = await persons.personIdOf(caller)
    await inTransaction(database.pool, async (transaction) => {
      if (!(await cancelPlannedErasure(transaction, personId))) throw new Refusal('not-found')
      const event = { kind: 'account-restored', at: new Date(clock.now()).toISOString() } as const
      await notify(transaction, { personId, event, request })
    })
    return readUser(caller)
  })
}
