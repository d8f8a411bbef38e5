import type { AccessRole } from '#contract/access-role.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { Holder } from './store.ts'

type RoleColumns = Pick<Holder, 'ownerSince' | 'coOwnerSince'>

/** The owner is the holder with a start of ownership; all others are co-owners or viewers. Specification 1 and 6.1. */
export function roleOf({ ownerSince, coOwnerSince }: RoleColumns): AccessRole {
  if (ownerSince !== null) return 'OWNER'
  return coOwnerSince === null ? 'VIEWER' : 'CO_OWNER'
}

export function isOwner(holder: RoleColumns): boolean {
  return roleOf(holder) === 'OWNER'
}

/** The owner and co-owners may change the service settings. Specification 6.1. */
export function canEdit(holder: RoleColumns): boolean {
  return roleOf(holder) !== 'VIEWER'
}

/**
 * Everybody who has an appliance may name it and see its history. Specification 6.1.
 * @throws Refusal `not-found` if the person does not have the appliance
 */
export function asHolder<Checked extends Holder>(holder: Checked | null | undefined): Checked {
  if (!holder) throw new Refusal('not-found')
  return holder
}

/**
 * Only the owner and co-owners may change the address, the service provider and customer support, and export data of
 * their own time. Specification 1, 6 and 15.1.
 * @throws Refusal `not-found` if the person does not have the appliance, `not-owner` for a viewer
 */
export function asEditor(holder: Holder | null | undefined): Holder {
  const checked = asHolder(holder)
  if (!canEdit(checked)) throw new Refusal('not-owner')
  return checked
}

/**
 * The start of the period that this person may see: for the owner since they became it, for others since they added
 * the appliance. Specification 19.52.
 */
export function ownTimeOf({ ownerSince, addedAt }: Pick<Holder, 'ownerSince' | 'addedAt'>): Date {
  return ownerSince ?? addedAt
}

/** The time from which on this person may see faults: an earlier owner may have shared the faults of their own time. */
export function ownFaultTimeOf(holder: Pick<Holder, 'ownerSince' | 'addedAt' | 'faultsSince'>): Date {
  return holder.faultsSince ?? ownTimeOf(holder)
}

/** Returns the person as a holder, if they may edit. @throws Refusal as `asEditor` */
export function findEditor(holders: readonly Holder[], personId: string): Holder {
  return asEditor(holders.find((one) => one.personId === personId))
}

/** The effect of adding an appliance for a person who has proved possession. */
export type ClaimOutcome = 'becomes-owner' | 'becomes-viewer' | 'already-added' | 'asks-owner'

/**
 * The first person to add an appliance becomes its owner, and so does anybody who adds one without an owner, also a
 * viewer. Otherwise a new person becomes a viewer, unless the owner wants to be asked first. Specification 13.6 and
 * 26.12.
 */
export function decideClaim(
  holders: readonly Holder[],
  { personId, asksFirst }: { personId: string; asksFirst: boolean },
): ClaimOutcome {
  if (!holders.some(isOwner)) return 'becomes-owner'
  if (holders.some((holder) => holder.personId === personId)) return 'already-added'
  return asksFirst ? 'asks-owner' : 'becomes-viewer'
}
