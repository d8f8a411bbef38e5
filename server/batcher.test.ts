import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { type BatcherOptions, createBatcher, OverloadError } from './batcher.ts'

type BatcherSettings = Omit<BatcherOptions<number, string>, 'run'>

/** Creates a batcher whose groups stay in progress until the test resolves or rejects them. */
function startBatcher({ maxBatch = 10, maxWaiting = 100, ...options }: Partial<BatcherSettings> = {}) {
  const under: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = []
  const run = (items: readonly number[]): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      under.push({ items, finish: () => resolve(items.map(String)), fail: reject })
    })
  return { ...createBatcher({ run, maxBatch, maxWaiting, ...options }), under }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('while one group runs, the next collects', async () => {
  const { add, under } = startBatcher()
  const first = [add(1), add(2)]
  await turn()
  const second = [add(3), add(4)]
  await turn()
  expect(under.map(({ items }) => items)).toEqual([[1, 2]])
  under[0]?.finish()
  expect(await Promise.all(first)).toEqual(['1', '2'])
  await turn()
  under[1]?.finish()
  expect(await Promise.all(second)).toEqual(['3', '4'])
})

test('few items wait until there are enough, and then go together; the first does not wait', async () => {
  const { add, under } = startBatcher({ batching: { minIntervalMs: hourMs, fullSize: 3 } })
  const first = add(1)
  await turn()
  under[0]?.finish()
  await first
  void Promise.all([add(2), add(3)])
  await turn()
  expect(under.map(({ items }) => items)).toEqual([[1]])
  void add(4)
  await turn()
  expect(under.map(({ items }) => items)).toEqual([[1], [2, 3, 4]])
})

test('few items wait at most until the minimum interval after the last group is over', async () => {
  const startedAt: number[] = []
  const run = async (items: readonly number[]): Promise<readonly string[]> => {
    startedAt.push(performance.now())
    return items.map(String)
  }
  const minIntervalMs = 40
  const { add } = createBatcher({ run, maxBatch: 10, maxWaiting: 100, batching: { minIntervalMs, fullSize: 3 } })
  await add(1)
  await add(2)
  const [first = 0, second = 0] = startedAt
  // Timers have a resolution of one millisecond and start at the current turn of the event loop. So the interval can be
  // a little shorter than `minIntervalMs`.
  expect(second - first).toBeGreaterThan(minIntervalMs / 2)
})

test('the size of a group is limited', async () => {
  const { add, under } = startBatcher({ maxBatch: 2 })
  void Promise.all([add(1), add(2), add(3)])
  await turn()
  expect(under.map(({ items }) => items)).toEqual([[1, 2]])
})

test('a failed group does not affect other groups', async () => {
  const { add, under } = startBatcher({ maxBatch: 1 })
  const [first, second] = [add(1), add(2)]
  await turn()
  under[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  under[1]?.finish()
  expect(await second).toBe('2')
})

test('the number of waiting items is limited', async () => {
  const { add } = startBatcher({ maxWaiting: 1 })
  void add(1)
  await expect(add(2)).rejects.toThrow(OverloadError)
})

test('an item with callbacks gets the same outcome, never before enqueue returns', async () => {
  const { enqueue, under } = startBatcher({ maxWaiting: 1, maxBatch: 1 })
  const outcomes: unknown[] = []
  const callbacks = {
    resolve: (outcome: string) => outcomes.push(outcome),
    reject: (error: unknown) => outcomes.push(error),
  }
  enqueue(1, callbacks)
  enqueue(2, callbacks)
  expect(outcomes).toEqual([])
  await turn()
  expect(outcomes).toEqual([expect.any(OverloadError)])
  under[0]?.finish()
  await turn()
  enqueue(3, callbacks)
  await turn()
  under[1]?.fail(new Error('away'))
  await turn()
  expect(outcomes).toEqual([expect.any(OverloadError), '1', new Error('away')])
})

test('idle resolves when nothing waits and nothing runs', async () => {
  const { add, idle, under } = startBatcher()
  await idle()
  void add(1)
  await turn()
  let isIdle = false
  const becomingIdle = idle().then(() => (isIdle = true))
  await turn()
  expect(isIdle).toBe(false)
  under[0]?.finish()
  await becomingIdle
})
