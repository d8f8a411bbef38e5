import { execute, readFirstRow } from '#server/database/sql.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * Stores the time at which a person is to be erased, unless a time is already stored. Returns the stored time, and
 * whether this call has stored it. Returns null if the person no longer exists.
 */
export async function planErasure(
  transaction: Transaction,
  { personId, eraseAt }: { personId: string; eraseAt: Date },
): Promise<{ eraseAt: Date; isNew: boolean } | null> {
  const before = await readFirstRow<{ eraseAt: Date | null }>(transaction)`
    select erase_at as "eraseAt" from person where id = ${personId} for update`
  if (!before) return null
  if (before.eraseAt) return { eraseAt: before.eraseAt, isNew: false }
  await execute(transaction)`update person set erase_at = ${eraseAt} where id = ${personId}`
  return { eraseAt, isNew: true }
}

/**
 * Cancels the planned erasure of a person. Returns false if no erasure is planned, or if the person is already erased.
 */
export async function cancelPlannedErasure(transaction: Transaction, personId: string): Promise<boolean> {
  const count = await execute(transaction)`
    update person set erase_at = null where id = ${personId} and erase_at is not null`
  return count > 0
}
