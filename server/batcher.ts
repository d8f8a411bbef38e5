export type Batcher<Item, Outcome> = {
  /** Answers the item's outcome. Rejects with whatever its group failed, or with OverloadError. */
  add: (item: Item) => Promise<Outcome>
  /** As `add`, for thousands of items a second: without a promise for each. Nothing is told before this returns. */
  enqueue: (item: Item, told: Told<Outcome>) => void
  /** Resolves when nothing is waiting or under way. */
  idle: () => Promise<void>
}

/** What becomes of an item: one of both is called. */
export type Told<Outcome> = { resolve: (outcome: Outcome) => void; reject: (error: unknown) => void }

export type BatcherOptions<Item, Outcome> = {
  /** Works on a group and answers as many outcomes, in the same order. The next group starts when this one has ended. */
  run: (items: readonly Item[]) => Promise<readonly Outcome[]>
  maxBatch: number
  maxWaiting: number
  /** Few items wait to become more. */
  gather?: Gather
}

/** Milliseconds at least from the start of a group to that of the next, unless as many as are `enough` wait. */
type Gather = { apartMs: number; enough: number }

/** More is waiting than the process is willing to hold. */
export class OverloadError extends Error {
  override name = 'OverloadError'
}

type Waiting<Item, Outcome> = { item: Item; told: Told<Outcome> }

/**
 * Works on items in groups, in the order in which they came: while one group is under way, the next collects. So a slow operation that costs the same for one and for many is paid once for many.
 */
export function createBatcher<Item, Outcome>(options: BatcherOptions<Item, Outcome>): Batcher<Item, Outcome> {
  let waiting: Waiting<Item, Outcome>[] = []
  let isRunning = false
  let startedAt = -Infinity
  const { apartMs, enough } = options.gather ?? { apartMs: 0, enough: 1 }
  let stopGathering = (): void => {}
  const onIdle: (() => void)[] = []

  function add(item: Item): Promise<Outcome> {
    return new Promise((resolve, reject) => enqueue(item, { resolve, reject }))
  }

  function enqueue(item: Item, told: Told<Outcome>): void {
    if (waiting.length >= options.maxWaiting) return refuse(told)
    waiting.push({ item, told })
    if (!isRunning) start()
    if (waiting.length >= enough) stopGathering()
  }

  function refuse({ reject }: Told<Outcome>): void {
    queueMicrotask(() => reject(new OverloadError('Too many items are waiting')))
  }

  // Not at once: what else arrived in the same turn of the event loop joins the first group.
  function start(): void {
    isRunning = true
    setImmediate(() => void runAll())
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      startedAt = performance.now()
      const group = waiting.slice(0, options.maxBatch)
      waiting = waiting.slice(options.maxBatch)
      await runOne(group)
    }
    isRunning = false
    for (const resolve of onIdle.splice(0)) resolve()
  }

  // Whoever comes after a while without any is not kept waiting.
  async function gather(): Promise<void> {
    const waitMs = startedAt + apartMs - performance.now()
    if (waitMs <= 0 || waiting.length >= enough) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      stopGathering = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function runOne(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    const outcomes = await options.run(group.map(({ item }) => item)).catch((error: unknown) => {
      for (const { told } of group) told.reject(error)
      return []
    })
    for (const [index, outcome] of outcomes.entries()) group[index]?.told.resolve(outcome)
  }

  function idle(): Promise<void> {
    if (!isRunning) return Promise.resolve()
    return new Promise((resolve) => onIdle.push(resolve))
  }

  return { add, enqueue, idle }
}
