import { Refusal } from '#server/http/refusals.ts'
import type { Holder, KnownHolder, Owner } from './store.ts'

/** The owner is the one holder who has been it since some moment; the others are viewers. Specification 1 and 6. */
export function isOwner(holder: Holder): holder is Owner {
  return holder.ownerSince !== null
}

/**
 * Everybody who has an appliance gives it a name of their own and sees its history, viewers too. Specification 6.1.
 * @throws Refusal `not-found`
 */
export function asHolder<Known extends Holder>(holder: Known | null | undefined): Known {
  if (!holder) throw new Refusal('not-found')
  return holder
}

/**
 * Only the owner changes the address, the service provider and customer support, and exports data, of the own time alone.
 * Specification 1, 6 and 15.1.
 * @throws Refusal `not-found` to who does not have the appliance, `not-owner` to a viewer
 */
export function asOwner(holder: Holder | null | undefined): Owner {
  const known = asHolder(holder)
  if (!isOwner(known)) throw new Refusal('not-owner')
  return known
}

/**
 * Since when what happens to an appliance is for this person to see: the owner since they became it, others since they
 * added it. Specification 19.52.
 */
export function ownTimeOf({ ownerSince, addedAt }: KnownHolder): Date {
  return ownerSince ?? addedAt
}

/** The person, if it is the owner. @throws Refusal as `asOwner` */
export function ownerAmong(holders: readonly Holder[], personId: string): Owner {
  return asOwner(holders.find((one) => one.personId === personId))
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
