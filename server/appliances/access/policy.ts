import { maxAccessYears } from '#contract/access.ts'
import { requireHolder, canEditServiceSettings, isOwner } from '#server/appliances/policy.ts'
import type { Holder } from '#server/appliances/store.ts'
import { Refusal } from '#server/http/refusals.ts'

/**
 * Returns the holder if they are the owner or a co-owner. Only these people see all people and the activity, invite
 * people, answer requests, object to takeovers and end the access of other people. Specification 26.1.
 * @throws Refusal `not-found` if the person does not have the appliance, `not-allowed-in-role` for a viewer
 */
export function requireAccessManager(holder: Holder | null | undefined): Holder {
  const requiredHolder = requireHolder(holder)
  if (!canEditServiceSettings(requiredHolder)) throw new Refusal('not-allowed-in-role')
  return requiredHolder
}

/**
 * Returns the holder if they are the owner. Only the owner may hand the appliance over, or set whether the portal asks
 * them before other people get access. Specification 26.10 and 26.12.
 * @throws Refusal `not-found` if the person does not have the appliance, `not-allowed-in-role` for other people
 */
export function requireOwner(holder: Holder | null | undefined): Holder {
  const requiredHolder = requireHolder(holder)
  if (!isOwner(requiredHolder)) throw new Refusal('not-allowed-in-role')
  return requiredHolder
}

/**
 * Returns the link if it is open. Links that do not exist, are used, have expired or were ended get the same refusal;
 * only the person who accepted a link gets the reason `used`. Specification 26.3.
 * @throws Refusal `not-found`
 */
export function requireOpenLink<Link extends { isOpen: boolean; answer: string | null; answeredBy: string | null }>(
  link: Link | null,
  personId: string,
): Link {
  if (link?.isOpen) return link
  const isUsed = link?.answer === 'accepted' && link.answeredBy === personId
  throw new Refusal('not-found', isUsed ? { reason: 'used' } : {})
}

/** Whether this person sees everybody with access, or only their own access. Specification 26.1. */
export function maySeeAllPeople(holder: Pick<Holder, 'ownerSince' | 'coOwnerSince'>): boolean {
  return canEditServiceSettings(holder)
}

/**
 * Throws if the manager may not change the person's access: nobody changes the owner's access, or their own.
 * Specification 26.2.
 * @throws Refusal `not-allowed-in-role`
 */
export function refuseForbiddenAccessChange(manager: Holder, person: Holder): void {
  if (isOwner(person) || person.personId === manager.personId) throw new Refusal('not-allowed-in-role')
}

/**
 * Throws if `remover` may not remove the person. Everybody except the owner may leave. The owner and co-owners may
 * remove other people, but nobody may remove the owner. Specification 26.2.
 * @throws Refusal `not-allowed-in-role`
 */
export function refuseForbiddenPersonRemoval(remover: Holder, person: Holder): void {
  const isSelf = remover.personId === person.personId
  if (isOwner(person) || !(isSelf || canEditServiceSettings(remover))) throw new Refusal('not-allowed-in-role')
}

/**
 * Throws if an access may not end at `until` (null: no end). The end must be later than `now` (epoch ms) and at most
 * 10 years away. A co-owner whose own access ends cannot set a later end. Specification 26.2.
 * @throws Refusal `rule-broken`
 */
export function refuseInvalidAccessEnd(giver: Holder, until: Date | null, now: number): void {
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + maxAccessYears)
  if (until !== null && until.getTime() <= now) throw brokenEnd('past')
  if (until !== null && until > latest) throw brokenEnd('too-late')
  if (giver.endsAt !== null && (until === null || until > giver.endsAt)) throw brokenEnd('beyond-own')
}

function brokenEnd(code: string): Refusal {
  return new Refusal('rule-broken', { errors: [{ path: 'until', code }] })
}
