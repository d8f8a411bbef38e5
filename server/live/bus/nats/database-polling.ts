import type { Log } from '#server/log.ts'
import { type Loop, type LoopRun, startBackgroundLoop } from '#server/loop.ts'
import type { NatsMetrics } from './metrics.ts'

export type DatabasePollTimes = {
  /** The maximum time in ms for an answer of NATS. After this time, NATS counts as not answering. */
  answerMs: number
  /** The interval between two polls while NATS answers. */
  defaultMs: number
  /** The interval between two polls while NATS does not answer. */
  withoutNatsMs: number
  /** The pause after a failed poll. */
  failedMs: number
  /** The time without a successful poll after which messages count as lost. */
  lostAfterMs: number
}

/**
 * The default times in milliseconds. With them, a page shows a value at most 10 s after the commit, even if NATS
 * loses the message.
 */
export const defaultDatabasePollTimes: DatabasePollTimes = {
  answerMs: 1_000,
  defaultMs: 5_000,
  withoutNatsMs: 2_000,
  failedMs: 1_000,
  lostAfterMs: 10_000,
}

export type DatabasePollingOptions = {
  times: DatabasePollTimes
  log: Log
  metrics: NatsMetrics
  /** Whether NATS answers. */
  isReceiving(): Promise<boolean>
  /** Reads changes from the database, and delivers them. */
  poll(): Promise<void>
  onLost(): void
  onResync(): void
}

/** Polls the database repeatedly, one poll at a time, to find messages that NATS has lost. */
export function startDatabasePolling(options: DatabasePollingOptions): Loop {
  const { times, log, metrics, isReceiving, poll, onLost, onResync } = options
  let isLost = false
  const watchdog = setTimeout(lose, times.lostAfterMs)
  const backgroundLoop = startBackgroundLoop({ firstAfterMs: times.defaultMs * Math.random(), work, onError })
  return { wake: backgroundLoop.wake, stop }

  function lose(): void {
    isLost = true
    log.warn({}, 'The bus cannot poll the database for changes; until it can, pages are not live')
    onLost()
  }

  async function work({ stopping }: LoopRun): Promise<number> {
    const began = performance.now()
    try {
      const isReceived = await isReceiving()
      metrics.fallback.set(isReceived ? 0 : 1)
      await poll()
      if (!stopping.aborted) succeed()
      return withJitter(isReceived ? times.defaultMs : times.withoutNatsMs)
    } finally {
      metrics.pollSeconds.set((performance.now() - began) / 1000)
    }
  }

  function onError(error: unknown): number {
    log.warn({ err: error }, 'The bus could not poll the database for changes; it retries')
    return withJitter(times.failedMs)
  }

  function succeed(): void {
    watchdog.refresh()
    if (!isLost) return
    isLost = false
    onResync()
  }

  async function stop(): Promise<void> {
    clearTimeout(watchdog)
    await backgroundLoop.stop()
  }
}

/** Adds jitter, so that processes that started at the same time do not poll at the same time. */
function withJitter(ms: number): number {
  return ms * (0.9 + Math.random() / 10)
}
