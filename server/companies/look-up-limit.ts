import type { Clock } from '#server/clock.ts'
import type { Caller } from '#server/http/caller.ts'
import { Refusal } from '#server/http/refusals.ts'

export type LookUpLimit = { clock: Clock; lookUps?: number; windowMs?: number }

/** Twice what a person can type: the page waits a second after the last key. Specification 9. */
const lookUpsPerWindow = 120
const oneMinuteMs = 60_000

/**
 * Bounds how fast one person can read through all companies. Counted in this process, since a row written for every search
 * would cost more than the search. Security 30.
 * @throws Refusal `too-many-requests`
 */
export function createLookUpLimit({ clock, lookUps = lookUpsPerWindow, windowMs = oneMinuteMs }: LookUpLimit) {
  let window = -1
  let counts = new Map<string, number>()

  return ({ issuer, subject }: Pick<Caller, 'issuer' | 'subject'>): void => {
    const now = clock.now()
    const current = Math.floor(now / windowMs)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const person = `${issuer} ${subject}`
    const count = (counts.get(person) ?? 0) + 1
    counts.set(person, count)
    if (count <= lookUps) return
    throw new Refusal('too-many-requests', { retryAfterS: Math.ceil(((current + 1) * windowMs - now) / 1000) })
  }
}
