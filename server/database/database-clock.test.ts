import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { silentLog } from '#server/log.ts'
import { openDatabaseClock } from './database-clock.ts'
import { readRequiredRow } from './sql.ts'
import { createTestDatabase } from '#test/database.ts'

// docs/how-to/install.md, 'Clocks': decisions about gateways use the clock of the database, not the clocks of other
// machines.

const { pool, close } = await createTestDatabase()
const aSecond = 1_000

afterAll(close)

async function databaseNow(): Promise<number> {
  const { now } = await readRequiredRow<{ now: Date }>(pool)`select clock_timestamp() as now`
  return now.getTime()
}

/**
 * Creates a machine whose clock is `wrongByMs` ahead of the database's clock. `warned`: the warnings in the machine's
 * log; `clock`: the database clock that the machine opened.
 */
async function machine(wrongByMs: number) {
  const start = await databaseNow()
  const own = { ms: start + wrongByMs, now: () => own.ms }
  const warned: object[] = []
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) }
  return { own, warned, clock: await openDatabaseClock(pool, { log, ending: ending.signal, own }) }
}

test.each([0, 20 * minuteMs, -20 * minuteMs])(
  'a machine that is wrong by %i ms has the time of the database',
  async (ms) => {
    const { clock } = await machine(ms)
    expect(Math.abs(clock.now() - (await databaseNow()))).toBeLessThan(aSecond)
    expect(Number.isInteger(clock.now())).toBe(true)
  },
)

test('a wrong clock is logged once', async () => {
  expect((await machine(aSecond)).warned).toEqual([])
  expect((await machine(20 * minuteMs)).warned).toHaveLength(1)
})

test('a clock that is set meanwhile is noticed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { clock, own } = await machine(0)
  own.ms += 20 * minuteMs
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(async () => expect(Math.abs(clock.now() - (await databaseNow()))).toBeLessThan(5 * aSecond))
})
