import * as z from 'zod/mini'

/** Where the last state lies: the one store that page and worker share and that forgets as a whole. */
const cacheName = 'last-state'
const address = '/last-state'

/** An older state is of no use, and other people may use the device. */
const keptForMs = 24 * 60 * 60 * 1000

const lastState = z.object({
  /** Whose it is, as the identity provider calls them. */
  person: z.string(),
  /** When it was the state, epoch ms. */
  at: z.number(),
  language: z.string(),
  /** For dates; a BCP 47 tag. */
  locale: z.string(),
  /** Each in the words of the page: 'Cellar, Boiler 1', 'Working'. */
  appliances: z.array(z.object({ name: z.string(), status: z.string() })),
})

/** What the offline page tells: names and statuses as they were last known, and nothing else. Specification 11.6. */
export type LastState = z.infer<typeof lastState>

let last: Promise<unknown> = Promise.resolve()

/** One after the other: what is forgotten while it is being written must not come back. */
function inTurn(work: () => Promise<unknown>): Promise<void> {
  const done = last.then(work).then(() => undefined)
  last = done.catch(() => undefined)
  return done
}

/** Puts it in the place of what was kept before. */
export function keepLastState(state: LastState): Promise<void> {
  return inTurn(async () => (await caches.open(cacheName)).put(address, new Response(JSON.stringify(state))))
}

/** The stored state; null if there is none or it is not valid, in which case it is deleted. `now`: epoch ms. */
export async function readLastState(now: number): Promise<LastState | null> {
  // Opening the cache would make it.
  const kept = (await caches.has(cacheName)) ? await (await caches.open(cacheName)).match(address) : undefined
  const { data } = lastState.safeParse(await kept?.json())
  if (data && now - data.at < keptForMs) return data
  if (kept) await forgetLastState()
  return null
}

export function forgetLastState(): Promise<void> {
  return inTurn(() => caches.delete(cacheName))
}
