import type { SharedGrant } from '#contract/access.ts'
import type { Queryable } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { endGrants } from '#server/service-changes/consents/grants/grant-changes.ts'
import { readUnlapsedGrantsOfGateway } from './store.ts'
import type { Services } from '#server/services.ts'

/** The functions with which the access page reads and ends the grants of an appliance. */
export type ApplianceGrantService = {
  /** Reads the grants that have not lapsed at `now` (epoch ms). */
  readGrants(db: Queryable, gatewayId: string, now: number): Promise<SharedGrant[]>
  /** Ends a grant that a person withdrew. Returns whether the grant was open before. */
  endGrant(transaction: Transaction, end: EndedByPerson): Promise<boolean>
}

type EndedByPerson = { gatewayId: string; grantId: string; personId: string; now: Date }

export function createApplianceGrantService(
  dependencies: Pick<Services, 'bus' | 'recordReceipt'>,
): ApplianceGrantService {
  return {
    readGrants: readUnlapsedGrantsOfGateway,
    async endGrant(transaction, { gatewayId, grantId, personId, now }) {
      const end = { ...dependencies, actor: 'person', personId, reason: 'withdrawn', now } as const
      return (await endGrants(transaction, end, { grantId, gatewayId })).length > 0
    },
  }
}
