import type { SharedGrant } from '#contract/access.ts'
import { lockHolders } from '#server/appliances/store.ts'
import type { Queryable } from '#server/database/sql.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { publishAccessChange } from './events/record-change.ts'
import type { AccessOf, PeopleDependencies } from './people.ts'
import { asManager } from './policy.ts'

/** The grants of third parties, which another feature stores. */
export type Grants = {
  /** The grants of a gateway that are in force at `now` (epoch ms). */
  readGrants(db: Queryable, gatewayId: string, now: number): Promise<SharedGrant[]>
  /** Ends a grant of a gateway for a person. Returns whether it was open. */
  endGrant(
    transaction: Transaction,
    grant: { gatewayId: string; grantId: string; personId: string; now: Date },
  ): Promise<boolean>
}

/**
 * Ends what an appliance shares with a third party, from its next request on. Specification 27.4.
 * @throws Refusal `not-found`, `not-allowed-in-role`
 */
export async function endSharingOf(
  { database, persons, bus, clock, grants }: PeopleDependencies,
  { gatewayId, subject, grantId }: AccessOf & { grantId: string },
): Promise<void> {
  const personId = await persons.personIdOf(subject)
  const now = clock.now()
  await inTransaction(database.pool, async (transaction) => {
    const holders = await lockHolders(transaction, gatewayId, now)
    asManager(holders.find((holder) => holder.personId === personId))
    if (!(await grants.endGrant(transaction, { gatewayId, grantId, personId, now: new Date(now) })))
      throw new Refusal('not-found')
    await publishAccessChange(transaction, bus, gatewayId)
  })
}
