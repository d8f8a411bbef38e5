import { expect, test } from 'vitest'
import { ReadOnlyHostError } from './host-selector.ts'
import { retryUntilWritable } from './retry-until-writable.ts'

// docs/how-to/failover.md: a process that starts during a failover, with several hosts in its URL, waits for the new
// primary.

const instantly = async (): Promise<void> => {}

function failing(times: number, error: Error) {
  let runs = 0
  const work = async (): Promise<void> => {
    runs += 1
    if (runs <= times) throw error
  }
  return { work, runs: () => runs }
}

test('a start waits while no host accepts writes, and logs that periodically', async () => {
  const { work, runs } = failing(31, new ReadOnlyHostError('The database host takes no writes'))
  let said = 0
  await retryUntilWritable({ work, onWaiting: () => (said += 1), sleep: instantly })
  expect([runs(), said]).toEqual([32, 3])
})

test('an error that waiting cannot fix ends the start at once', async () => {
  const wrongPassword = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  const { work, runs } = failing(1, wrongPassword)
  const waiting = retryUntilWritable({ work, onWaiting: () => {}, sleep: instantly })
  await expect(waiting).rejects.toBe(wrongPassword)
  expect(runs()).toBe(1)
})

test('if no host answers, the start ends', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const { work } = failing(1, away)
  await expect(retryUntilWritable({ work, onWaiting: () => {} })).rejects.toBe(away)
})

test('a stopping process does not wait any longer', async () => {
  const ending = new AbortController()
  const { work } = failing(Number.POSITIVE_INFINITY, new ReadOnlyHostError('no writes'))
  const waiting = retryUntilWritable({ work, onWaiting: () => ending.abort(), ending: ending.signal })
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})
