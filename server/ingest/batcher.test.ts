import { expect, test } from 'vitest'
import { createBatcher, OverloadError } from './batcher.ts'

/** Groups whose work waits until it is told how to end. */
function startBatcher({ maxBatch = 10, maxWaiting = 100 }: { maxBatch?: number; maxWaiting?: number } = {}) {
  const under: { items: readonly number[]; finish: () => void; fail: (error: Error) => void }[] = []
  const run = (items: readonly number[]): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      under.push({ items, finish: () => resolve(items.map(String)), fail: reject })
    })
  return { ...createBatcher({ run, maxBatch, maxWaiting }), under }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('while one group is under way the next collects', async () => {
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

test('few items wait until the last group has begun long enough ago, and then go together; many do not wait', async () => {
  const groups: { items: readonly number[]; at: number }[] = []
  const run = async (items: readonly number[]): Promise<readonly string[]> => {
    groups.push({ items, at: performance.now() })
    return items.map(String)
  }
  const apartMs = 40
  const { add } = createBatcher({ run, maxBatch: 3, maxWaiting: 100, apartMs })
  await add(1)
  const later = [add(2)]
  await turn()
  await Promise.all([...later, add(3)])
  expect(groups.map(({ items }) => items)).toEqual([[1], [2, 3]])
  expect((groups[1]?.at ?? 0) - (groups[0]?.at ?? 0)).toBeGreaterThanOrEqual(apartMs - 1)
  await Promise.all([add(4), add(5), add(6)])
  const [, second, third] = groups
  expect(third?.items).toEqual([4, 5, 6])
  expect(second?.items).toEqual([2, 3])
})

test('a group is bounded', async () => {
  const { add, under } = startBatcher({ maxBatch: 2 })
  void Promise.all([add(1), add(2), add(3)])
  await turn()
  expect(under.map(({ items }) => items)).toEqual([[1, 2]])
})

test('a group that fails fails alone', async () => {
  const { add, under } = startBatcher({ maxBatch: 1 })
  const [first, second] = [add(1), add(2)]
  await turn()
  under[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  under[1]?.finish()
  expect(await second).toBe('2')
})

test('what waits is bounded', async () => {
  const { add } = startBatcher({ maxWaiting: 1 })
  void add(1)
  await expect(add(2)).rejects.toThrow(OverloadError)
})

test('idle is when nothing waits and nothing is under way', async () => {
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
