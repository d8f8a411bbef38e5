import { setTimeout as pause } from 'node:timers/promises'
import { ReadOnlyHostError } from './hosts.ts'

export type WhenWritable = {
  /** Runs again while no host will do. */
  work: () => Promise<void>
  /** Called at the first failure and every 15 s after it. */
  onWaiting: (error: unknown) => void
  /** Ends the waiting. */
  ending?: AbortSignal | undefined
  /** Waits; rejects when `signal` is aborted. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>
}

const againAfterMs = 1_000
const failuresBetweenWords = 15

/**
 * Runs `work` at a start, and waits while hosts answer but none of them takes writes: a failover is under way, and passes.
 * Hosts that do not answer are not waited for; the service manager starts the process again.
 */
export async function whenWritable({ work, onWaiting, ending, sleep = sleepUntil }: WhenWritable): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ReadOnlyHostError)) throw error
      if (failures % failuresBetweenWords === 0) onWaiting(error)
    }
    await sleep(againAfterMs, ending)
  }
}

async function sleepUntil(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(ms, undefined, { signal })
}
