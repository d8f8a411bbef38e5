import { isOwner } from '../policy.ts'
import type { Holder } from '../store.ts'

/** The outcome when a person who has proved that they have a gateway adds its appliance. */
export type ClaimOutcome = 'becomes-owner' | 'becomes-viewer' | 'already-added' | 'asks-owner'

/**
 * Decides what happens if a person adds an appliance. An appliance without an owner gets the person as its owner,
 * even if the person was a viewer. Otherwise a new person becomes a viewer, or must wait for the owner's answer if
 * `asksFirst`. Specification 13.6 and 26.12.
 */
export function decideClaim(
  holders: readonly Holder[],
  { personId, asksFirst }: { personId: string; asksFirst: boolean },
): ClaimOutcome {
  if (!holders.some(isOwner)) return 'becomes-owner'
  if (holders.some((holder) => holder.personId === personId)) return 'already-added'
  return asksFirst ? 'asks-owner' : 'becomes-viewer'
}
