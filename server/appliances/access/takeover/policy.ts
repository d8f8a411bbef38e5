import { maxTakeoversPerDay } from '#contract/takeover.ts'
import { dayMs, minuteMs } from '#contract/durations.ts'
import { isOwner } from '#server/appliances/policy.ts'
import type { Holder } from '#server/appliances/store.ts'
import { Refusal, createTooManyRequestsRefusal } from '#server/http/refusals.ts'
import type { RecentTakeoverStarts, StoredTakeover } from './store.ts'

/**
 * The time without a message, in ms, after which a gateway may be switched off although the portal still shows it as
 * connected.
 */
const silentAfterMs = 15 * minuteMs

/**
 * Returns the owner whom the person would replace by a takeover. An appliance without an owner needs no takeover: the
 * person can claim it. Specification 26.9.
 * @throws Refusal `no-owner`, or `already-added` if the person is the owner
 */
export function requireReplaceableOwner(holders: readonly Holder[], personId: string): Holder & { ownerSince: Date } {
  const owner = holders.find(isOwner)
  if (!owner?.ownerSince) throw new Refusal('no-owner')
  if (owner.personId === personId) throw new Refusal('already-added')
  return { ...owner, ownerSince: owner.ownerSince }
}

/**
 * Throws unless the gateway is connected. The portal could not detect that a person switches a disconnected gateway
 * off. `now`: epoch ms.
 * @throws Refusal `gateway-offline`
 */
export function requireConnectedGateway(connection: { isOn: boolean; lastSeenAt: Date } | null, now: number): void {
  const isConnected = connection?.isOn && connection.lastSeenAt.getTime() > now - silentAfterMs
  if (!isConnected) throw new Refusal('gateway-offline')
}

/**
 * Throws if 3 takeovers were started in 24 hours by this person, or for this appliance.
 * @throws Refusal `too-many-requests`
 */
export function refuseTooManyTakeoverStarts({ ofPerson, ofGateway }: RecentTakeoverStarts, now: number): void {
  for (const starts of [ofPerson, ofGateway]) {
    const [oldest] = starts.slice(-maxTakeoversPerDay)
    if (oldest && starts.length >= maxTakeoversPerDay)
      throw createTooManyRequestsRefusal(oldest.getTime() + dayMs - now)
  }
}

/** Returns the takeover if this person started it. Nobody else may see or cancel it. @throws Refusal `not-found` */
export function requireTakeoverStartedBy(takeover: StoredTakeover | null, personId: string): StoredTakeover {
  if (takeover?.personId !== personId) throw new Refusal('not-found')
  return takeover
}

/**
 * Throws unless the person is the owner, because only the owner may agree to a takeover. @throws Refusal
 * `not-allowed-in-role`
 */
export function refuseAgreementByNonOwner(holder: Holder): void {
  if (!isOwner(holder)) throw new Refusal('not-allowed-in-role')
}

/** Whether the appliance has had the same owner without interruption since the takeover started. */
export function isOwnerUnchanged({ ownerId, ownerSince }: StoredTakeover, holders: readonly Holder[]): boolean {
  const owner = holders.find(isOwner)
  return owner?.personId === ownerId && owner.ownerSince?.getTime() === ownerSince.getTime()
}
