import { type Clock, systemClock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { type Queryable, readRequiredRow } from './sql.ts'

export type DatabaseClockOptions = {
  log: Pick<Log, 'warn'>
  /** Aborts when the clock is no longer used. */
  ending: AbortSignal
  own?: Clock
}

const pollEveryMs = 10_000
/**
 * The difference in milliseconds above which the clock logs a warning, because work that uses the machine's clock would
 * fail. docs/how-to/install.md, 'Clocks'.
 */
const maxDifferenceMs = 30_000

/**
 * Opens a clock that follows the clock of the database's machine, so that machines with different clocks decide in
 * the same way. At intervals, it measures how far the clock of its own machine differs. While the database is down,
 * it uses the last measured difference. Rejects if the first measurement fails.
 */
export async function openDatabaseClock(
  db: Queryable,
  { log, ending, own: machineClock = systemClock }: DatabaseClockOptions,
): Promise<Clock> {
  let aheadMs = 0
  let isLogged = false

  async function measure(): Promise<void> {
    const before = machineClock.now()
    const now = await readNow(db)
    aheadMs = Math.round(now - (before + machineClock.now()) / 2)
    const isWrong = Math.abs(aheadMs) > maxDifferenceMs
    if (isWrong && !isLogged) log.warn({ databaseAheadMs: aheadMs }, "This machine's clock differs from the database's")
    isLogged = isWrong
  }

  await measure()
  const timer = setInterval(() => {
    measure().catch((error: unknown) => log.warn({ err: error }, "The database's clock could not be read"))
  }, pollEveryMs)
  ending.addEventListener('abort', () => clearInterval(timer))
  return { now: () => machineClock.now() + aheadMs }
}

async function readNow(db: Queryable): Promise<number> {
  return (await readRequiredRow<{ now: number }>(db)`select date_part('epoch', clock_timestamp()) * 1000 as now`).now
}
