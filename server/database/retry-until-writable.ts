import { setTimeout as pause } from 'node:timers/promises'
import { ReadOnlyHostError } from './host-selector.ts'

export type RetryUntilWritableOptions = {
  /** The work. It is repeated while no host accepts writes. */
  work: () => Promise<void>
  /** Called at the first failure, and at every 15th failure after it. */
  onWaiting: (error: unknown) => void
  /** If this signal is aborted, the wait ends and the returned promise rejects. */
  ending?: AbortSignal | undefined
  /** Waits for `ms` milliseconds. Rejects when `signal` is aborted. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
}

const retryAfterMs = 1_000
const failuresPerMessage = 15

/**
 * Runs `work` at the start of a process. Repeats `work` while it rejects with `ReadOnlyHostError`, because a failover
 * may be in progress. Rejects after any other error, so that the service manager restarts the process.
 */
export async function retryUntilWritable({
  work,
  onWaiting,
  ending,
  sleep = sleepUntil,
}: RetryUntilWritableOptions): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ReadOnlyHostError)) throw error
      if (failures % failuresPerMessage === 0) onWaiting(error)
    }
    await sleep(retryAfterMs, ending)
  }
}

async function sleepUntil(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(ms, undefined, { signal })
}
