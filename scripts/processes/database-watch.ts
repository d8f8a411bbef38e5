import { setTimeout as sleep } from 'node:timers/promises'
import type { WatchableDatabase } from '#server/database/embedded.ts'
import { noDeaths } from './deaths.ts'

export type DatabaseWatchOptions = {
  database: Pick<WatchableDatabase, 'isRunning' | 'startAgain'>
  /** Called at each death. */
  printError: (text: string) => void
  /** Called once after repeated deaths; then there are no further attempts. */
  giveUp: (text: string) => void
  /** Waits for `ms`; rejects when `signal` is aborted. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const pollEveryMs = 500

/** Restarts the embedded PostgreSQL whenever it has died. Returns a function that stops this. */
export function watchDatabase({
  database,
  printError,
  giveUp,
  pause = sleepUntil,
}: DatabaseWatchOptions): () => Promise<void> {
  const stopping = new AbortController()
  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) giveUp(`PostgreSQL cannot be watched: ${String(error)}`)
  })

  async function watch(): Promise<void> {
    const deaths = noDeaths()
    for (let checksInARow = 0; !stopping.signal.aborted; checksInARow += 1) {
      await pause(pollEveryMs, stopping.signal)
      if (await database.isRunning()) continue
      const next = deaths.count(checksInARow * pollEveryMs)
      checksInARow = 0
      if (next.again === 'never')
        return giveUp(`PostgreSQL has ended ${next.deaths} times in a row; see logs/postgres.log.`)
      await revive(next.pauseMs)
    }
  }

  async function revive(afterMs: number): Promise<void> {
    printError(`PostgreSQL has ended and is started again in ${afterMs / 1_000} s (more in logs/postgres.log).`)
    await pause(afterMs, stopping.signal)
    await database.startAgain().then(
      () => printError('PostgreSQL runs again.'),
      // The next check counts another death.
      (error: Error) => printError(error.message),
    )
  }

  return async () => {
    stopping.abort()
    await watching
  }
}

async function sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal })
}
