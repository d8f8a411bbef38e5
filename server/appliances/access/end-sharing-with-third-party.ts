import type { SharedGrant } from '#contract/access.ts'
import { type ApplianceCaller, changeApplianceUnderLock } from '#server/appliances/authorise-appliance-call.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import { publishAccessChange } from './events/record-access-change.ts'
import type { PersonAccessDependencies } from './person-access.ts'
import { requireAccessManager } from './policy.ts'

/** Reads and ends the grants to third parties. The implementation is in `server/partners`. */
export type GrantStore = {
  /** Reads the grants of a gateway that are in force at `now` (epoch ms). */
  readGrants(db: Queryable, gatewayId: string, now: number): Promise<SharedGrant[]>
  /**
   * Ends a grant of a gateway. `personId` is the person who ends it. Returns false if the gateway has no open grant
   * with this id.
   */
  endGrant(
    transaction: Transaction,
    grant: { gatewayId: string; grantId: string; personId: string; now: Date },
  ): Promise<boolean>
}

/**
 * Ends a grant to a third party. The next request with this grant is refused. Specification 27.4.
 *
 * @throws Refusal `not-found` (also if the grant is not open), `not-allowed-in-role`
 */
export async function endSharingWithThirdParty(
  dependencies: PersonAccessDependencies,
  { grantId, ...caller }: ApplianceCaller & { grantId: string },
): Promise<void> {
  const { bus, grants } = dependencies
  await changeApplianceUnderLock(dependencies, { caller, requireRight: requireAccessManager }, async (locked) => {
    const { transaction, gatewayId, personId, now } = locked
    if (!(await grants.endGrant(transaction, { gatewayId, grantId, personId, now: new Date(now) })))
      throw new Refusal('not-found')
    await publishAccessChange(transaction, bus, gatewayId)
  })
}
