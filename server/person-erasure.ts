import { removeApplianceInTransaction } from './appliances/removal/remove-appliance-from-list.ts'
import { recordDoneAct, removePersonFromAuditRecords } from './audit/store.ts'
import { type Transaction, inTransaction } from './database/transaction.ts'
import type { ReceiptRecordFunction } from './service-changes/consents/receipt-recorder.ts'
import { eraseReceiptsOfPerson } from './service-changes/consents/store.ts'
import { deletePerson, endSessionsOfPerson, findPeopleToErase, lockPersonAndReadGatewayIds } from './identity/store.ts'
import { deleteUnapprovedPrograms } from './partners/programs/store.ts'
import { deleteArtifactsOfPerson } from './partners/store.ts'
import type { Services } from './services.ts'

export type ErasureOptions = Pick<Services, 'pool' | 'bus' | 'clock'> & {
  personId: string
  /**
   * Records receipts of the consents that end. The receipts must not contain the person's name, because they stay
   * stored after the erasure.
   */
  recordReceipt: ReceiptRecordFunction
  /**
   * Whether the person has requested the erasure. If so, the person is erased only after the period in which they can
   * cancel it.
   */
  isAsked?: boolean
  /** Records the erasure in its transaction, without the identity of the person. */
  record(transaction: Transaction, erased: ErasureCounts): Promise<void>
}

export type ErasureCounts = { appliances: number; sessions: number }

/**
 * Erases a person permanently, in one transaction. Releases each appliance as if the person had deleted it, and ends
 * the person's sessions.
 *
 * Deletes the data that concerns only the person: account, terms, notices, pending deliveries, addresses, browsers with
 * push messages, programs that are not approved. Removes the person's identity from audit records, and deletes the
 * content of the person's receipts.
 *
 * Returns null if nobody has this id or, with `isAsked`, if the erasure is not due.
 */
export async function erasePerson({
  pool,
  bus,
  clock,
  personId,
  recordReceipt,
  isAsked = false,
  record,
}: ErasureOptions): Promise<ErasureCounts | null> {
  return inTransaction(pool, async (transaction) => {
    const gatewayIds = await lockPersonAndReadGatewayIds(transaction, personId, { now: clock.now(), isDue: isAsked })
    if (gatewayIds === null) return null
    await eraseReceiptsOfPerson(transaction, personId)
    const dependencies = { bus, clock, recordReceipt }
    for (const gatewayId of gatewayIds)
      await removeApplianceInTransaction(transaction, dependencies, { gatewayId, personId, reason: 'account-deleted' })
    const { sessions, tokenDigests } = await endSessionsOfPerson(transaction, personId)
    await bus.publish(transaction, [
      { kind: 'session-ended', personId, tokenDigests: tokenDigests.map((digest) => digest.toString('base64url')) },
      { kind: 'person-erased', personId },
    ])
    await deleteArtifactsOfPerson(transaction, personId)
    await deleteUnapprovedPrograms(transaction, personId)
    await deletePerson(transaction, personId)
    await removePersonFromAuditRecords(transaction, personId)
    const erasure = { appliances: gatewayIds.length, sessions }
    await record(transaction, erasure)
    return erasure
  })
}

const rowsPerBatch = 100

/**
 * Erases the people who can no longer cancel the deletion of their account. Each erasure is one transaction. So if the
 * process is killed, each person is either erased, or the next run erases them. Specification 25.3.
 */
export async function eraseDuePeople(
  dependencies: Pick<ErasureOptions, 'pool' | 'bus' | 'clock' | 'recordReceipt'>,
): Promise<void> {
  const { pool, clock } = dependencies
  for (const personId of await findPeopleToErase(pool, new Date(clock.now()), rowsPerBatch)) {
    await erasePerson({
      ...dependencies,
      personId,
      isAsked: true,
      record: async (transaction, details) =>
        recordDoneAct(transaction, { actor: 'portal', action: 'person-erase', details, now: clock.now() }),
    })
  }
}
