import * as z from 'zod/mini'

/** The cache with the last state, the only storage that page and worker share and that is deleted atomically. */
const cacheName = 'last-state'
const address = '/last-state'

/** How long a state is stored: an older one is of no use, and other people may use the device. */
const keptForMs = 24 * 60 * 60 * 1000

const lastState = z.object({
  /** The subject of the person at the identity provider. */
  person: z.string(),
  /** The time of the state, epoch ms. */
  at: z.number(),
  language: z.string(),
  /** The locale of dates, a BCP 47 tag. */
  locale: z.string(),
  /** The appliances as shown on the page: 'Cellar, Boiler 1', 'Working'. */
  appliances: z.array(z.object({ name: z.string(), status: z.string() })),
})

/** The content of the offline page: names and statuses at their last update, and nothing else. Specification 11.6. */
export type LastState = z.infer<typeof lastState>

let last: Promise<unknown> = Promise.resolve()

/** Runs writes in sequence, so that a write in progress does not restore a deleted state. */
function inSequence(work: () => Promise<unknown>): Promise<void> {
  const done = last.then(work).then(() => undefined)
  last = done.catch(() => undefined)
  return done
}

/** Replaces the stored state. */
export function keepLastState(state: LastState): Promise<void> {
  return inSequence(async () => (await caches.open(cacheName)).put(address, new Response(JSON.stringify(state))))
}

/** The stored state; null if there is none or it is not valid, in which case it is deleted. `now`: epoch ms. */
export async function readLastState(now: number): Promise<LastState | null> {
  // Checks that the cache exists, because opening it would create it.
  const kept = (await caches.has(cacheName)) ? await (await caches.open(cacheName)).match(address) : undefined
  const { data } = lastState.safeParse(await kept?.json())
  if (data && now - data.at < keptForMs) return data
  if (kept) await deleteLastState()
  return null
}

export function deleteLastState(): Promise<void> {
  return inSequence(() => caches.delete(cacheName))
}
