import { requireHolder, canEditServiceSettings, visiblePeriodStartOf } from '#server/appliances/policy.ts'
import type { Holder } from '#server/appliances/store.ts'

/**
 * Selects the receipts that a person may see: those of the person's own consents, and those of anybody's consents
 * since `allSince`. If `allSince` is null, only those of the person's own consents.
 */
export type VisibleReceiptsFilter = { personId: string; allSince: Date | null }

/**
 * Returns which receipts the holder may see. Everybody sees the receipts of their own consents. The owner and co-owners
 * also see the receipts of other people's consents within the period that they may see. Specification 26.11.
 * @throws Refusal `not-found` if the person does not have the appliance
 */
export function visibleReceiptsFilterOf(holder: Holder | null): VisibleReceiptsFilter {
  const requiredHolder = requireHolder(holder)
  return {
    personId: requiredHolder.personId,
    allSince: canEditServiceSettings(requiredHolder) ? visiblePeriodStartOf(requiredHolder) : null,
  }
}
