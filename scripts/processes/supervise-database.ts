import { setTimeout as sleep } from 'node:timers/promises'
import type { RestartableDatabase } from '../database/embedded.ts'
import { createRestartBackoff } from './restart-backoff.ts'

export type DatabaseSupervisionOptions = {
  database: Pick<RestartableDatabase, 'isRunning' | 'startAgain'>
  /** Called with a sentence after each exit, and after each attempt to restart the database. */
  printError: (text: string) => void
  /**
   * Called once, after more than five successive exits or if the watch itself fails. After this call PostgreSQL is not
   * restarted.
   */
  giveUp: (text: string) => void
  /** Waits for `ms`; rejects when `signal` is aborted. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const pollEveryMs = 500

/**
 * Restarts the embedded PostgreSQL when it has died, unless it has died too often in succession. Returns a function
 * that ends the watch.
 */
export function superviseDatabase({
  database,
  printError,
  giveUp,
  pause = sleepUntil,
}: DatabaseSupervisionOptions): () => Promise<void> {
  const abortController = new AbortController()
  const watchPromise = watch().catch((error: unknown) => {
    if (!abortController.signal.aborted) giveUp(`PostgreSQL cannot be watched: ${String(error)}`)
  })

  async function watch(): Promise<void> {
    const backoff = createRestartBackoff()
    for (let checksInARow = 0; !abortController.signal.aborted; checksInARow += 1) {
      await pause(pollEveryMs, abortController.signal)
      if (await database.isRunning()) continue
      const next = backoff.next(checksInARow * pollEveryMs)
      checksInARow = 0
      if (next.again === 'never')
        return giveUp(`PostgreSQL has ended ${next.exits} times in a row; see logs/postgres.log.`)
      await revive(next.pauseMs)
    }
  }

  async function revive(afterMs: number): Promise<void> {
    printError(`PostgreSQL has ended and is started again in ${afterMs / 1_000} s (more in logs/postgres.log).`)
    await pause(afterMs, abortController.signal)
    await database.startAgain().then(
      () => printError('PostgreSQL runs again.'),
      // A failed restart needs no handling here, because the next check counts another exit.
      (error: Error) => printError(error.message),
    )
  }

  return async () => {
    abortController.abort()
    await watchPromise
  }
}

async function sleepUntil(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal })
}
