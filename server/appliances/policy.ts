import type { AccessRole } from '#contract/access-role.ts'
import { Refusal } from '#server/http/refusals.ts'
import type { Holder } from './store.ts'

type RoleColumns = Pick<Holder, 'ownerSince' | 'coOwnerSince'>

/**
 * Returns the role of a holder. For an owner `ownerSince` is set, for a co-owner `coOwnerSince`, for a viewer neither.
 * Specification 1 and 6.1.
 */
export function accessRoleOf({ ownerSince, coOwnerSince }: RoleColumns): AccessRole {
  if (ownerSince !== null) return 'OWNER'
  return coOwnerSince === null ? 'VIEWER' : 'CO_OWNER'
}

export function isOwner(holder: RoleColumns): boolean {
  return accessRoleOf(holder) === 'OWNER'
}

/** Returns whether the holder may change the service settings: the owner and co-owners may. Specification 6.1. */
export function canEditServiceSettings(holder: RoleColumns): boolean {
  return accessRoleOf(holder) !== 'VIEWER'
}

/**
 * Returns the holder if there is one. Every holder of an appliance may name it and see its history. Specification
 * 6.1.
 * @throws Refusal `not-found` if the person does not have the appliance
 */
export function requireHolder<Checked extends Holder>(holder: Checked | null | undefined): Checked {
  if (!holder) throw new Refusal('not-found')
  return holder
}

/**
 * Returns the holder if they are the owner or a co-owner. Only these people may change the address, the service
 * provider and customer support, and export the data of the period that they may see. Specification 1, 6 and 15.1.
 * @throws Refusal `not-found` if the person does not have the appliance, `not-owner` for a viewer
 */
export function requireOwnerOrCoOwner(holder: Holder | null | undefined): Holder {
  const requiredHolder = requireHolder(holder)
  if (!canEditServiceSettings(requiredHolder)) throw new Refusal('not-owner')
  return requiredHolder
}

/**
 * Returns the beginning of the period that this person may see. For the owner it is the time when they became the
 * owner; for other people, the time when they added the appliance. Specification 19.52.
 */
export function visiblePeriodStartOf({ ownerSince, addedAt }: Pick<Holder, 'ownerSince' | 'addedAt'>): Date {
  return ownerSince ?? addedAt
}

/**
 * Returns the time from which this person may see faults. If an earlier owner has shared faults, it is before the start
 * of the person's period.
 */
export function visibleFaultsStartOf(holder: Pick<Holder, 'ownerSince' | 'addedAt' | 'faultsSince'>): Date {
  return holder.faultsSince ?? visiblePeriodStartOf(holder)
}
