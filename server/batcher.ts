import { startBackgroundLoop } from './loop.ts'

export type Batcher<Item, Outcome> = {
  /**
   * Adds an item and resolves to its outcome. Rejects with the error of the item's group, or with OverloadError if
   * too many items wait.
   */
  add: (item: Item) => Promise<Outcome>
  /**
   * Adds an item like `add`, with callbacks instead of a promise, for thousands of items in a second. Returns before
   * it calls a callback.
   */
  enqueue: (item: Item, callbacks: OutcomeCallbacks<Outcome>) => void
  /** Resolves when no item is waiting or in progress. */
  idle: () => Promise<void>
}

/** The callbacks for the outcome of an item, exactly one of which is called. */
export type OutcomeCallbacks<Outcome> = { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

export type BatcherOptions<Item, Outcome> = {
  /**
   * Processes a group. Returns one outcome for each item, in the same order. The next group starts after this one has
   * ended.
   */
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>
  maxBatch: number
  maxWaiting: number
  /** Makes a small group wait for more items. By default, groups do not wait. */
  batching?: Batching
}

/** A group starts at least `minIntervalMs` after the start of the previous one, unless `fullSize` items wait. */
type Batching = { minIntervalMs: number; fullSize: number }

/** Thrown if more than `maxWaiting` items wait. */
export class OverloadError extends Error {
  override name = 'OverloadError'
}

type Waiting<Item, Outcome> = { item: Item; callbacks: OutcomeCallbacks<Outcome> }

/**
 * Creates a batcher, which processes items in groups, in the order in which they were added. While one group is
 * processed, further items collect for the next group. An operation that costs the same for one item and for many then
 * runs only once for many.
 */
export function createBatcher<Item, Outcome>(options: BatcherOptions<Item, Outcome>): Batcher<Item, Outcome> {
  let waiting: Waiting<Item, Outcome>[] = []
  let isRunning = false
  const { minIntervalMs, fullSize } = options.batching ?? { minIntervalMs: 0, fullSize: 1 }
  const onIdle: (() => void)[] = []
  const { wake } = startBackgroundLoop({ work, onError: rethrow, minIntervalMs })

  function add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => enqueue(item, { resolve, reject }))
  }

  function enqueue(item: Item, callbacks: OutcomeCallbacks<Outcome>): void {
    if (waiting.length >= options.maxWaiting) return refuse(callbacks)
    waiting.push({ item, callbacks })
    if (!isRunning || waiting.length === fullSize) wake(waiting.length >= fullSize)
    isRunning = true
  }

  function refuse({ reject }: OutcomeCallbacks<Outcome>): void {
    queueMicrotask(() => reject(new OverloadError('Too many items are waiting')))
  }

  async function work(): Promise<number> {
    const group = waiting.slice(0, options.maxBatch)
    waiting = waiting.slice(options.maxBatch)
    await runOne(group)
    if (waiting.length >= fullSize) wake(true)
    if (waiting.length > 0) return 0
    isRunning = false
    for (const resolve of onIdle.splice(0)) resolve()
    return Infinity
  }

  async function runOne(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    const outcomes = await options.run(group.map(({ item }) => item)).catch((error: unknown) => {
      for (const { callbacks } of group) callbacks.reject(error)
      return []
    })
    for (const [index, outcome] of outcomes.entries()) group[index]?.callbacks.resolve(outcome)
  }

  function idle(): Promise<void> {
    if (!isRunning) return Promise.resolve()
    return new Promise((resolve) => onIdle.push(resolve))
  }

  return { add, enqueue, idle }
}

/** `runOne` handles the errors of groups. So any other error is a bug, and ends the process. */
function rethrow(error: unknown): never {
  throw error
}
