import * as z from 'zod/mini'
import { dayMs } from '#contract/durations.ts'

/**
 * The name of the cache with the last state. The state is in a cache of its own because page and worker share caches,
 * and because a cache can be deleted as a whole.
 */
const cacheName = 'last-state'
const address = '/last-state'

/** The time for which a state is valid, in ms. An older state is not useful, and other people may use the device. */
const keptForMs = dayMs

const lastState = z.object({
  /** The `sub` of the person at the identity provider. */
  person: z.string(),
  /** The time of the state, epoch ms. */
  at: z.number(),
  language: z.string(),
  /** The locale for dates, a BCP 47 tag. */
  locale: z.string(),
  /** The names and statuses of the appliances, as texts: 'Cellar, Boiler 1', 'Working'. */
  appliances: z.array(z.object({ name: z.string(), status: z.string() })),
})

/** The data for the offline page: names and statuses at their last update, and nothing else. Specification 11.6. */
export type LastState = z.infer<typeof lastState>

let last: Promise<unknown> = Promise.resolve()

/** Runs write operations one after the other. Otherwise an unfinished operation could restore a deleted state. */
function inSequence(work: () => Promise<unknown>): Promise<void> {
  const done = last.then(work).then(() => undefined)
  last = done.catch(() => undefined)
  return done
}

export function storeLastState(state: LastState): Promise<void> {
  return inSequence(async () => (await caches.open(cacheName)).put(address, new Response(JSON.stringify(state))))
}

/**
 * Reads the stored state. `now`: epoch ms. Returns null if there is no state. If the state is invalid or too old,
 * deletes it and returns null.
 */
export async function readLastState(now: number): Promise<LastState | null> {
  // Checks first whether the cache exists, because `open` would create it.
  const storedAnswer = (await caches.has(cacheName)) ? await (await caches.open(cacheName)).match(address) : undefined
  const { data } = lastState.safeParse(await storedAnswer?.json())
  if (data && now - data.at < keptForMs) return data
  if (storedAnswer) await deleteLastState()
  return null
}

export function deleteLastState(): Promise<void> {
  return inSequence(() => caches.delete(cacheName))
}
