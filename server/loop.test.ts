import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LoopOptions, type LoopRun, startBackgroundLoop } from './loop.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

async function passes(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  await turn()
}

type Started = LoopRun & { end(waitMs?: number): Promise<void>; fail(): Promise<void> }

/** Starts a loop whose runs end when the test ends them. After a failed run it waits 1,000 ms. */
function startLoop(options: Partial<LoopOptions> = {}) {
  const runs: Started[] = []
  const onError = vi.fn(() => 1_000)
  const work = async (run: LoopRun): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const settle = async (how: () => void) => {
      how()
      await turn()
    }
    runs.push({
      ...run,
      end: async (waitMs = Infinity) => settle(() => resolve(waitMs)),
      fail: async () => settle(() => reject(new Error('away'))),
    })
    return promise
  }
  return { ...startBackgroundLoop({ work, onError, ...options }), runs, onError }
}

test('calls of one moment start one run, and calls during a run start one more afterwards', async () => {
  const { wake, runs } = startLoop()
  await turn()
  expect(runs).toHaveLength(0)
  for (let call = 0; call < 5; call += 1) wake()
  expect(runs).toHaveLength(0)
  await turn()
  for (let call = 0; call < 5; call += 1) wake()
  await turn()
  expect(runs).toHaveLength(1)
  await runs[0]?.end()
  expect(runs).toHaveLength(2)
  await runs[1]?.end()
  await passes(60_000)
  expect(runs).toHaveLength(2)
})

test('the next run follows after the time that a run returns, or earlier if it is woken', async () => {
  const { wake, runs } = startLoop({ firstAfterMs: 500 })
  await passes(499)
  expect(runs).toHaveLength(0)
  await passes(1)
  await runs[0]?.end(2_000)
  await passes(2_000)
  await runs[1]?.end(2_000)
  wake()
  await turn()
  await runs[2]?.end(0)
  expect(runs.map(({ isWoken }) => isWoken)).toEqual([false, false, true, false])
})

test('a run that fails is repeated after the time that the error asks for; a call does not shorten it', async () => {
  const { wake, runs, onError } = startLoop({ firstAfterMs: 0 })
  await runs[0]?.fail()
  expect(onError).toHaveBeenCalledTimes(1)
  wake()
  await passes(999)
  expect(runs).toHaveLength(1)
  await passes(1)
  expect(runs).toHaveLength(2)
})

test('runs start apart; the first and an urgent one do not wait', async () => {
  const { wake, runs } = startLoop({ minIntervalMs: 100 })
  wake()
  await turn()
  await runs[0]?.end()
  wake()
  await passes(99)
  expect(runs).toHaveLength(1)
  await passes(1)
  await runs[1]?.end()
  wake()
  await turn()
  expect(runs).toHaveLength(2)
  wake(true)
  await turn()
  expect(runs).toHaveLength(3)
})

test('after stop no run starts, in any state of the loop, and stop waits for the run', async () => {
  const waits = startLoop({ firstAfterMs: 1_000 })
  await waits.stop()
  const works = startLoop({ firstAfterMs: 0 })
  const fails = startLoop({ firstAfterMs: 0 })
  await fails.runs[0]?.fail()
  await fails.stop()
  works.wake()
  let isStopped = false
  const stopping = works.stop().then(() => (isStopped = true))
  await turn()
  expect([isStopped, works.runs[0]?.stopping.aborted]).toEqual([false, true])
  await works.runs[0]?.end(0)
  await stopping
  await passes(60_000)
  expect([waits, works, fails].map(({ runs }) => runs.length)).toEqual([0, 1, 1])
})

test('no call is lost, whenever it comes', async () => {
  vi.useRealTimers()
  const [asked, done] = [{ count: 0 }, { count: 0 }]
  const work = async () => {
    const now = asked.count
    await Promise.resolve()
    done.count = now
    return Infinity
  }
  const { wake, stop } = startBackgroundLoop({ work, onError: () => 0 })
  for (let call = 0; call < 500; call += 1) {
    asked.count += 1
    wake()
    for (let tick = 0; tick < call % 9; tick += 1) await Promise.resolve()
    if (call % 3 === 0) await turn()
  }
  await vi.waitFor(() => expect(done.count).toBe(500))
  await stop()
})
