import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#server/log.ts'

export type SingleFlight = {
  /** There is something to do. */
  wake(): void
  /** Stops, and resolves once nothing is under way. */
  close(): Promise<void>
}

type Work = {
  log: Log
  /** What is done, for the log: "the snapshot". */
  name: string
  /** Does what there is to do now; true when there is more. What fails must be left to be done. */
  work(): Promise<boolean>
  /** Milliseconds at least from a start to the next: a little that comes meanwhile waits to become more. */
  apartMs?: number
}

const retryAfterMs = 1_000

/** Never does the work twice at once: what comes meanwhile is done together afterwards. Tries again after a failure. */
export function singleFlight({ log, name, work, apartMs = 0 }: Work): SingleFlight {
  let state: 'idle' | 'running' | 'woken' | 'closed' = 'idle'
  let flight: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let startedAt = -Infinity

  function wake(): void {
    if (state === 'idle') {
      state = 'running'
      // Not at once, so that everything which arrived in the same moment is done together.
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
    // In the same breath as the last look at `isWoken`: nobody can wake in between.
    if (!isClosed()) state = 'idle'
  }

  // Whoever comes after a while without any is not kept waiting.
  async function gather(): Promise<void> {
    const waitMs = startedAt + apartMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
  }

  function again(): void {
    state = 'idle'
    wake()
  }

  // Read through functions, because the state changes while the work is awaited.
  const isClosed = (): boolean => state === 'closed'
  const isWoken = (): boolean => state === 'woken'

  async function close(): Promise<void> {
    state = 'closed'
    clearTimeout(retry)
    await flight
  }

  return { wake, close }
}
