import type { Holder, Owner } from './store.ts'

/** The owner is the one holder who has been it since some moment; the others are viewers. Specification 1 and 6. */
export function isOwner(holder: Holder): holder is Owner {
  return holder.ownerSince !== null
}

/** Only the owner changes the address, the service provider and customer support. Specification 6. */
export function mayEditService(holder: Holder): boolean {
  return isOwner(holder)
}

/** Only the owner exports data, and only of the own time. Specification 1 and 15.1. */
export function mayExportData(holder: Holder): holder is Owner {
  return isOwner(holder)
}

/** What adding an appliance makes of a person who has proved possession. */
export type ClaimOutcome = 'becomes-owner' | 'becomes-viewer' | 'already-added'

/**
 * The first person to add an appliance becomes its owner, and so does whoever adds one that has lost its owner,
 * a viewer too. Otherwise a new person becomes a viewer. Specification 13.6.
 */
export function decideClaim(holders: readonly Holder[], personId: string): ClaimOutcome {
  if (!holders.some(isOwner)) return 'becomes-owner'
  return holders.some((holder) => holder.personId === personId) ? 'already-added' : 'becomes-viewer'
}
