import { loop } from './loop.ts'

export type Batcher<Item, Outcome> = {
  /** Resolves to the item's outcome. Rejects with the error of its group, or with OverloadError. */
  add: (item: Item) => Promise<Outcome>
  /**
   * Like `add`, with callbacks instead of a promise, for thousands of items per second. Never calls back before it
   * returns.
   */
  enqueue: (item: Item, callbacks: OutcomeCallbacks<Outcome>) => void
  /** Resolves when nothing waits and nothing runs. */
  idle: () => Promise<void>
}

/** The callbacks for the outcome of an item; exactly one is called. */
export type OutcomeCallbacks<Outcome> = { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

export type BatcherOptions<Item, Outcome> = {
  /**
   * Processes a group and returns one outcome per item, in the same order. The next group starts when this one has
   * ended.
   */
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>
  maxBatch: number
  maxWaiting: number
  /** Makes a small group wait for more items. */
  batching?: Batching
}

/** The minimum milliseconds between the starts of two groups, unless `enough` items wait. */
type Batching = { minIntervalMs: number; fullSize: number }

/** More items are waiting than the process can hold. */
export class OverloadError extends Error {
  override name = 'OverloadError'
}

type Waiting<Item, Outcome> = { item: Item; callbacks: OutcomeCallbacks<Outcome> }

/**
 * Processes items in groups, in their order: while one group runs, the next collects. An operation with the same cost
 * for one item and for many thus runs once for many.
 */
export function createBatcher<Item, Outcome>(options: BatcherOptions<Item, Outcome>): Batcher<Item, Outcome> {
  let waiting: Waiting<Item, Outcome>[] = []
  let isRunning = false
  const { minIntervalMs, fullSize } = options.batching ?? { minIntervalMs: 0, fullSize: 1 }
  const onIdle: (() => void)[] = []
  const { wake } = loop({ work, onError: rethrow, minIntervalMs })

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

/** `runOne` handles the errors of groups; any other error is a mistake and ends the process. */
function rethrow(error: unknown): never {
  throw error
}
