import type { Call } from './api.ts'
import { takeTerms, claimOf } from './people.ts'
import type { Worker } from './rounds.ts'
import { isUnknown } from './saving.ts'
import type { Watcher } from './watching.ts'

/** Somebody who adds an appliance of another owner, watches it, and takes it off again, over and over. */
export type Guest = { worker: Worker; watcher: Watcher }

function personOfGuest(number: number): string {
  return `drill-guest-${number}`
}

/** A guest of the owner of gateway `number`. */
export async function makeGuest(
  call: Call,
  guest: number,
  { number, gatewayId }: { number: number; gatewayId: string },
): Promise<Guest> {
  const person = personOfGuest(guest)
  await takeTerms(call, person)
  // Values measured later than this (epoch milliseconds) are none of their business.
  let goneSince = Infinity

  async function next(): Promise<boolean> {
    // Until the removal is answered nothing is known.
    goneSince = Infinity
    const added = await call(claimOf(person, number))
    if (added.kind === 'done') await wish()
    const removed = await call({ person, method: 'DELETE', path: `connections/${gatewayId}` })
    const isKnown = !isUnknown(added) && !isUnknown(removed)
    if (removed.kind === 'done' && isKnown) goneSince = Date.now()
    return isKnown
  }

  async function wish(): Promise<void> {
    const subscriptions = [{ resourceId: gatewayId, resourceType: 'gateway', aggregatedUnits: ['hc1'] }]
    await call({ person, method: 'POST', path: 'subscriptions', body: { subscriptions } })
  }

  const watcher = {
    person,
    gatewayIds: [],
    mayHear: (id: string, at: number) => id === gatewayId && at <= goneSince,
  }
  return { worker: { everyMs: 3_000, next }, watcher }
}
