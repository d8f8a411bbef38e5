import { silentLog } from '#server/log.ts'
import { expect, test, vi } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('requests during a run cause one run afterwards, never a parallel one', async () => {
  const gates: (() => void)[] = []
  const work = vi.fn(async () => {
    await new Promise<void>((resolve) => void gates.push(resolve))
    return false
  })
  const flight = singleFlight({ log: silentLog, name: 'a test', work })
  for (let call = 0; call < 5; call++) flight.wake()
  await vi.waitFor(() => expect(gates).toHaveLength(1))
  for (let call = 0; call < 5; call++) flight.wake()
  await new Promise((resolve) => setImmediate(resolve))
  expect(work).toHaveBeenCalledTimes(1)
  gates[0]?.()
  await vi.waitFor(() => expect(gates).toHaveLength(2))
  gates[1]?.()
  await flight.close()
  expect(work).toHaveBeenCalledTimes(2)
})

test('every wake causes a run, at any time', async () => {
  const [asked, done] = [{ count: 0 }, { count: 0 }]
  const flight = singleFlight({
    log: silentLog,
    name: 'a test',
    work: async () => {
      const now = asked.count
      await Promise.resolve()
      done.count = now
      return false
    },
  })
  for (let call = 0; call < 500; call++) {
    asked.count++
    flight.wake()
    for (let tick = 0; tick < call % 9; tick++) await Promise.resolve()
    if (call % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(() => expect(done.count).toBe(500))
  await flight.close()
})

test('it continues by itself while there is more to do, and after a failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const outcomes = [true, new Error('away'), false]
  const work = vi.fn(async () => {
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return outcome ?? false
  })
  const warn = vi.fn()
  const flight = singleFlight({ log: { ...silentLog, warn }, name: 'a test', work })
  flight.wake()
  while (warn.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
  expect(work).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1_000)
  while (work.mock.calls.length < 3) await new Promise((resolve) => setImmediate(resolve))
  await flight.close()
  vi.useRealTimers()
})
