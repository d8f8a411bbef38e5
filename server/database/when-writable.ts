import { setTimeout as pause } from 'node:timers/promises'
import { ReadOnlyHostError } from './hosts.ts'

export type WhenWritable = {
  /** The work, which is repeated while no host accepts writes. */
  work: () => Promise<void>
  /** Called at the first failure and every 15 s after it. */
  onWaiting: (error: unknown) => void
  /** Stops the waiting when aborted. */
  ending?: AbortSignal | undefined
  /** Waits for `ms`; rejects when `signal` is aborted. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
}

const retryAfterMs = 1_000
const failuresPerMessage = 15

/**
 * Runs `work` at a start, and repeats it while hosts answer but none accepts writes: a failover is in progress. If no
 * host answers, it rejects; the service manager restarts the process.
 */
export async function whenWritable({ work, onWaiting, ending, sleep = sleepUntil }: WhenWritable): Promise<void> {
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
