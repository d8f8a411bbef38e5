import { createBatcher } from '#server/batcher.ts'
import type { BusListener } from '#server/live/bus/bus.ts'
import type { Queryable } from '#server/database/sql.ts'
import { createRecentMap } from './recent-map.ts'
import { findPersonIds, keepPerson, type PersonKey, type SignInPerson } from './store.ts'

/**
 * Finds the person of a token. A person is identified by issuer and subject, never by email address. Specification
 * 12.1.
 * - `personIdOf`: returns the person's id (UUID). It is created at the first request, and cached, because it never
 * changes.
 * - `signedIn`: also stores the email address of this sign-in, whether the provider has verified it, and the names that
 * the person has not entered.
 */
export type Persons = {
  personIdOf(key: PersonKey): Promise<string>
  signedIn(key: PersonKey & SignInPerson): Promise<string>
}

const maxCachedPersons = 20_000

/** Unlike a sign-in, a request has no new details of its person. */
const noDetails: SignInPerson = { email: null, names: null }

/**
 * Groups lookups, because a query for many people costs about the same as for one. After a restart, all pages reconnect
 * at once.
 */
const maxBatch = 500
const batching = { minIntervalMs: 10, fullSize: 100 }
/** There is no limit here, because requests and sockets have limits. */
const maxWaiting = Infinity

export function createPersons({ pool }: { pool: Queryable }): Persons & { listener: BusListener } {
  const recent = createRecentMap<string>(maxCachedPersons / 2)
  const run = (keys: readonly PersonKey[]) => findPersonIds(pool, keys)
  const lookups = createBatcher({ run, maxBatch, maxWaiting, batching })

  async function personIdOf({ issuer, subject }: PersonKey): Promise<string> {
    const name = `${issuer} ${subject}`
    const cached = recent.get(name)
    if (cached !== undefined) return cached
    const id = (await lookups.add({ issuer, subject })) ?? (await keepPerson(pool, { issuer, subject }, noDetails))
    recent.set(name, id)
    return id
  }

  // An erased person gets a new id at the next sign-in. Erasures are rare, so the whole cache is cleared.
  const listener: BusListener = {
    onMessages(messages) {
      if (messages.some(({ kind }) => kind === 'person-erased')) recent.clear()
    },
    onResync: recent.clear,
  }

  return {
    listener,
    personIdOf,
    signedIn: ({ issuer, subject, ...said }) => keepPerson(pool, { issuer, subject }, said),
  }
}
