import type { SharedDatatype } from '#contract/sharing.ts'
import { Refusal } from '#server/http/refusals.ts'
import { subtractMonths } from '#contract/subtract-months.ts'
import type { PartnerGrant } from './store.ts'

/** Refuses a kind of data that the person did not share. @throws Refusal `insufficient-scope` */
export function refuseUnsharedDatatype({ datatypes }: PartnerGrant, needed: SharedDatatype | undefined): void {
  if (needed !== undefined && !datatypes.includes(needed)) throw new Refusal('insufficient-scope')
}

/**
 * Returns the start of the time that a client may read. The start is `historyMonths` before the consent, but not before
 * the start of the time that the person may see. Specification 27.2.
 */
export function startOfSharedTime({
  createdAt,
  historyMonths,
  ownSince,
}: Pick<PartnerGrant, 'createdAt' | 'historyMonths' | 'ownSince'>): Date {
  const since = subtractMonths(createdAt, historyMonths)
  return ownSince !== null && ownSince > since ? ownSince : since
}
