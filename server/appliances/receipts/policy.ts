import { asHolder, canEdit, ownTimeOf } from '#server/appliances/policy.ts'
import type { Holder } from '#server/appliances/store.ts'

/**
 * The receipts that a person sees: of their own consents, and of the consents of anybody since `allSince`. If it is
 * null, only their own.
 */
export type VisibleReceipts = { personId: string; allSince: Date | null }

/**
 * Everybody sees the receipts of their own consents. The owner and co-owners also see those of others, for consents of
 * their own time; nobody sees those of an earlier owner. Specification 26.11.
 * @throws Refusal `not-found` if the person does not have the appliance
 */
export function visibleReceipts(holder: Holder | null): VisibleReceipts {
  const checked = asHolder(holder)
  return { personId: checked.personId, allSince: canEdit(checked) ? ownTimeOf(checked) : null }
}
