import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#server/log.ts'

export type SingleFlight = {
  /** Requests a run. */
  wake(): void
  /** Stops, and resolves when no run is in progress. */
  close(): Promise<void>
}

type Work = {
  log: Log
  /** The name of the work for the log: "the snapshot". */
  name: string
  /** Does all pending work; returns true if there is more. Failed work must stay pending. */
  work(): Promise<boolean>
  /** The minimum milliseconds between two starts, so that few requests wait for more. */
  apartMs?: number
}

const retryAfterMs = 1_000

/** Runs the work one at a time: requests during a run are combined into the next one. Retries after a failure. */
export function singleFlight({ log, name, work, apartMs = 0 }: Work): SingleFlight {
  let state: 'idle' | 'running' | 'woken' | 'closed' = 'idle'
  let flight: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let startedAt = -Infinity

  function wake(): void {
    if (state === 'idle') {
      state = 'running'
      // Deferred, so that all requests of the same moment are combined.
      flight = new Promise((resolve) => setImmediate(resolve)).then(run)
    } else if (state === 'running') state = 'woken'
  }

  async function run(): Promise<void> {
    try {
      await repeat()
    } catch (error) {
      log.warn({ err: error }, `Push failed at ${name} and tries again`)
      if (!isClosed()) retry = setTimeout(again, retryAfterMs)
    }
  }

  async function repeat(): Promise<void> {
    let more = true
    while (more && !isClosed()) {
      await gather()
      if (isClosed()) return
      state = 'running'
      startedAt = performance.now()
      const left = await work()
      more = left || isWoken()
    }
    // Synchronous after the last check of `isWoken`, so that no wake is lost.
    if (!isClosed()) state = 'idle'
  }

  // The first request after a pause does not wait.
  async function gather(): Promise<void> {
    const waitMs = startedAt + apartMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
  }

  function again(): void {
    state = 'idle'
    wake()
  }

  // Functions instead of comparisons, because the state changes while the work is awaited.
  const isClosed = (): boolean => state === 'closed'
  const isWoken = (): boolean => state === 'woken'

  async function close(): Promise<void> {
    state = 'closed'
    clearTimeout(retry)
    await flight
  }

  return { wake, close }
}
