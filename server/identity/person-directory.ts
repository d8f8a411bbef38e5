import { createBatcher } from '#server/batcher.ts'
import type { BusListener } from '#server/live/bus/bus.ts'
import type { Queryable } from '#server/database/sql.ts'
import { createRecentlyUsedMap } from './recently-used-map.ts'
import {
  findPersonIdsBySubject,
  createOrUpdatePerson,
  type ProviderSubject,
  type SignInPersonDetails,
} from './store.ts'

/**
 * Finds or creates the person of a token. Issuer and subject identify a person, not the email address. Specification
 * 12.1.
 * - `personIdOf`: returns the person's id (UUID), which is cached. Creates the person at their first request.
 * - `signedIn`: returns the id and stores the email address of this sign-in, whether the provider has verified it, and
 *   the names that the person has not entered.
 */
export type PersonDirectory = {
  personIdOf(key: ProviderSubject): Promise<string>
  signedIn(key: ProviderSubject & SignInPersonDetails): Promise<string>
}

const maxCachedPersons = 20_000

/**
 * The details for a request with an access token. The portal does not read an email address or names from that token.
 */
const noDetails: SignInPersonDetails = { email: null, names: null }

/**
 * The maximum number of lookups in one query. A query for many people costs about the same as for one person, and after
 * a restart all open pages reconnect at the same time.
 */
const maxBatch = 500
const batchingOptions = { minIntervalMs: 10, fullSize: 100 }
/** The queue has no limit, because the server already limits requests and sockets. */
const maxWaiting = Infinity

export function createPersonDirectory({ pool }: { pool: Queryable }): PersonDirectory & { listener: BusListener } {
  const recent = createRecentlyUsedMap<string>(maxCachedPersons / 2)
  const run = (keys: readonly ProviderSubject[]) => findPersonIdsBySubject(pool, keys)
  const lookups = createBatcher({ run, maxBatch, maxWaiting, batching: batchingOptions })

  async function personIdOf({ issuer, subject }: ProviderSubject): Promise<string> {
    const name = `${issuer} ${subject}`
    const cachedId = recent.get(name)
    if (cachedId !== undefined) return cachedId
    const id =
      (await lookups.add({ issuer, subject })) ?? (await createOrUpdatePerson(pool, { issuer, subject }, noDetails))
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
    signedIn: ({ issuer, subject, ...said }) => createOrUpdatePerson(pool, { issuer, subject }, said),
  }
}
