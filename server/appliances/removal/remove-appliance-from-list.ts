import { cancelUnansweredHandover } from '#server/appliances/access/handover/store.ts'
import { recordAccessChange } from '#server/appliances/access/events/record-access-change.ts'
import { deleteAllAccessRequests } from '#server/appliances/access/requests/store.ts'
import { endTakeoverOnOwnerChange } from '#server/appliances/access/takeover/end-takeover.ts'
import { type Transaction, inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { ProviderSubject } from '#server/identity/store.ts'
import { isOwner } from '../policy.ts'
import type { ConsentEndReason } from '#contract/receipts.ts'
import { eraseAddressAndEndConsents } from '#server/service-changes/consents/consent-changes.ts'
import { endGrants } from '#server/service-changes/consents/grants/grant-changes.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import { demoteCoOwners, lockGatewayAndReadHolders, removeHolder } from '../store.ts'
import type { Services } from '#server/services.ts'

export type ApplianceRemovalDependencies = Pick<Services, 'database' | 'persons' | 'bus' | 'clock' | 'recordReceipt'>

/**
 * Removes an appliance from a person's list. If the person is the owner, deletes the address and ends the contracts,
 * grants, open hand-over, takeover and requests for access. The other people all become viewers, and the appliance
 * has no owner. If the person is a co-owner, ends the grants that they gave. Specification 13.6.
 * @throws Refusal `not-found`
 */
export async function removeApplianceFromList(
  { database, persons, ...dependencies }: ApplianceRemovalDependencies,
  gatewayId: string,
  subject: ProviderSubject,
): Promise<void> {
  const personId = await persons.personIdOf(subject)
  await inTransaction(database.pool, async (transaction) =>
    removeApplianceInTransaction(transaction, dependencies, { gatewayId, personId, reason: 'appliance-removed' }),
  )
}

type RemovalInTransactionDependencies = Pick<Services, 'bus' | 'clock' | 'recordReceipt'>

/** Does the work of `removeApplianceFromList` within an open transaction. @throws Refusal `not-found` */
export async function removeApplianceInTransaction(
  transaction: Transaction,
  { bus, clock, recordReceipt }: RemovalInTransactionDependencies,
  { gatewayId, personId, reason }: { gatewayId: string; personId: string; reason: ConsentEndReason },
): Promise<void> {
  const now = clock.now()
  const holders = await lockGatewayAndReadHolders(transaction, gatewayId, now)
  const holder = holders.find((one) => one.personId === personId)
  if (!holder) throw new Refusal('not-found')
  if (isOwner(holder)) {
    const end = { bus, gatewayId, personId, now: new Date(now), recordReceipt }
    await eraseAddressAndEndConsents(transaction, end, reason)
    await demoteCoOwners(transaction, gatewayId)
    await endTakeoverOnOwnerChange(transaction, bus, { gatewayId, now })
    await cancelUnansweredHandover(transaction, gatewayId)
    await deleteAllAccessRequests(transaction, gatewayId)
  } else await endOwnGrants(transaction, { bus, recordReceipt }, { gatewayId, personId, now, reason })
  await removeHolder(transaction, gatewayId, personId)
  const departure = { gatewayId, personId, kind: 'left', role: null, accessEndsAt: null } as const
  if (!isOwner(holder)) return recordAccessChange(transaction, bus, { ...departure, actorId: personId, now })
  await bus.publish(transaction, [{ kind: 'access', gatewayId }])
  await publishServiceChange(transaction, bus, { gatewayId })
}

/** Ends the grants that a person gave, because the person leaves the appliance. */
async function endOwnGrants(
  transaction: Transaction,
  dependencies: Pick<RemovalInTransactionDependencies, 'bus' | 'recordReceipt'>,
  { gatewayId, personId, now, reason }: { gatewayId: string; personId: string; now: number; reason: ConsentEndReason },
): Promise<void> {
  const end = reason === 'account-deleted' ? reason : 'access-ended'
  const act = { ...dependencies, actor: 'person', personId, reason: end, now: new Date(now) } as const
  await endGrants(transaction, act, { gatewayId, personId })
}
