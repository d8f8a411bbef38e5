import type { CallApi, CallOutcome } from './api-caller.ts'
import type { Findings } from './findings.ts'
import { acceptDrillTerms, claimRequestOf, subscriptionRequestOf } from './fleet-owners.ts'
import type { DrillWorker } from './drill-workers.ts'
import { isOutcomeUnknown } from './savers.ts'
import type { PageWatcher } from './page-watchers.ts'

/** A person who repeatedly adds another owner's appliance, opens a page with it, and removes it. */
export type Guest = { worker: DrillWorker; watcher: PageWatcher }

type Hosted = { number: number; gatewayId: string }

/**
 * Creates a guest who shares gateway `number` with its owner. If a claim or a removal gets a 2xx answer but has no
 * effect, the next answer shows it. The guest then reports a broken invariant.
 */
export async function createGuest(
  { call, findings }: { call: CallApi; findings: Findings },
  guest: number,
  { number, gatewayId }: Hosted,
): Promise<Guest> {
  const person = `drill-guest-${guest}`
  await acceptDrillTerms(call, person)
  // The time after which the guest must not receive values, in epoch milliseconds. Infinity while the guest may receive
  // values.
  let goneSince = Infinity

  async function next(): Promise<boolean> {
    const wasGone = goneSince < Infinity
    // From now on the guest may receive values again, until the portal confirms a removal.
    goneSince = Infinity
    const added = await call(claimRequestOf(person, number))
    if (wasGone && isRefused(added, 'already-added'))
      findings.addBrokenInvariant(`${person} removed ${gatewayId}, which is still there`)
    if (added.kind === 'done') await call(subscriptionRequestOf(person, gatewayId))
    const removed = await call({ person, method: 'DELETE', path: `connections/${gatewayId}` })
    if (added.kind === 'done' && isRefused(removed, 'not-found'))
      findings.addBrokenInvariant(`${person} claimed ${gatewayId}, which is not there`)
    const isCertain = !isOutcomeUnknown(added) && !isOutcomeUnknown(removed)
    if (removed.kind === 'done' && isCertain) await confirmRemoval()
    return isCertain
  }

  async function confirmRemoval(): Promise<void> {
    goneSince = Date.now()
    const seen = await call({ person, method: 'GET', path: `connections/${gatewayId}` })
    if (seen.kind === 'done') findings.addBrokenInvariant(`${person} removed ${gatewayId} and still reads it`)
  }

  const watcher = {
    person,
    gatewayIds: [],
    mayReceive: (id: string, at: number) => id === gatewayId && at <= goneSince,
  }
  return { worker: { everyMs: 3_000, next }, watcher }
}

function isRefused(answer: CallOutcome, code: string): boolean {
  return answer.kind === 'refused' && answer.code === code
}
