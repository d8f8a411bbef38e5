import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

// Specification 24.1: for one person, one history is read at a time and four requests wait, each for at most five
// seconds.

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const limits = { maxConcurrent: 2, waiting: 10, waitingOfOne: 4, withinMs: 5_000, retryAfterMs: 5_000 }

/** Creates work that ends when the test ends it, and the list of the work that has started. */
function pieces() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    return name
  }
  return { begun, work, end: (name: string) => ends.get(name)?.() }
}

const settled = async (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

test('one person has one turn at a time, and other people do not wait for that person', async () => {
  const runLimited = createConcurrencyLimiter(limits)
  const { begun, work, end } = pieces()
  const turns = ['olga 1', 'olga 2', 'olga 3'].map(async (name) => runLimited('olga', work(name)))
  const other = runLimited('victor', work('victor 1'))
  await settled()
  expect(begun).toEqual(['olga 1', 'victor 1'])
  end('olga 1')
  await settled()
  expect(begun).toEqual(['olga 1', 'victor 1', 'olga 2'])
  for (const name of ['victor 1', 'olga 2']) end(name)
  await settled()
  end('olga 3')
  expect(await Promise.all([...turns, other])).toEqual(['olga 1', 'olga 2', 'olga 3', 'victor 1'])
})

test('four requests of a person wait, and a configured number in total; the next one is refused for now', async () => {
  const runLimited = createConcurrencyLimiter({ ...limits, waiting: 5 })
  const { work, end } = pieces()
  const takeOf = async (person: string, count: number) => {
    const taken = Array.from({ length: count }, async (_, index) => runLimited(person, work(`${person} ${index}`)))
    const outcomes = taken.map(async (turn) => turn.catch((error: unknown) => error))
    await settled()
    return outcomes
  }
  const olgas = await takeOf('olga', 6)
  await expect(olgas[5]).resolves.toMatchObject({ kind: 'too-many-requests', detail: { retryAfterS: 5 } })
  const victors = await takeOf('victor', 3)
  await expect(victors[2]).resolves.toMatchObject({ kind: 'too-many-requests' })
  end('olga 0')
  await settled()
  const nora = await takeOf('nora', 1)
  end('victor 0')
  await settled()
  end('nora 0')
  await expect(nora[0]).resolves.toBe('nora 0')
})

test('after five seconds of waiting and work the answer is unavailable, and a waiting request never starts', async () => {
  const runLimited = createConcurrencyLimiter(limits)
  const { begun, work, end } = pieces()
  const outcomes = ['one', 'two'].map(async (name) => runLimited('olga', work(name)).catch((error: unknown) => error))
  await vi.advanceTimersByTimeAsync(4_999)
  const left = runLimited('victor', async (timeLeft) => timeLeft())
  await settled()
  expect(await left).toBe(5_000)
  await vi.advanceTimersByTimeAsync(1)
  for (const outcome of outcomes) await expect(outcome).resolves.toMatchObject({ kind: 'unavailable' })
  end('one')
  await settled()
  expect(begun).toEqual(['one'])
})
