import type { Log } from '#server/log.ts'
import { type Loop, type LoopRun, loop } from '#server/loop.ts'
import type { NatsMetrics } from './metrics.ts'

export type LookTimes = {
  /** The time limit for an answer of a healthy NATS. */
  answerMs: number
  /** The interval between two polls while NATS answers. */
  usualMs: number
  /** The interval while it does not answer. */
  aloneMs: number
  /** The pause after a failed poll. */
  failedMs: number
  /** Without a successful poll for this long, messages count as lost. */
  lostAfterMs: number
}

/** Guarantees that a page shows the last value at most 10 s after it was committed. */
export const usualLookTimes: LookTimes = {
  answerMs: 1_000,
  usualMs: 5_000,
  aloneMs: 2_000,
  failedMs: 1_000,
  lostAfterMs: 10_000,
}

export type LookOptions = {
  times: LookTimes
  log: Log
  metrics: NatsMetrics
  /** Whether NATS answers. */
  isHearing(): Promise<boolean>
  /** Reads changes from the database, and passes them on. */
  look(): Promise<void>
  onLost(): void
  onResync(): void
}

/** Polls the database regularly, one poll at a time: NATS is faster but may lose messages. */
export function startLooks(options: LookOptions): Loop {
  const { times, log, metrics, isHearing, look, onLost, onResync } = options
  let isLost = false
  const watchdog = setTimeout(lose, times.lostAfterMs)
  const looks = loop({ firstAfterMs: times.usualMs * Math.random(), work, onError })
  return { wake: looks.wake, stop }

  function lose(): void {
    isLost = true
    log.warn({}, 'The bus cannot ask the database what has changed; pages are not live until it can')
    onLost()
  }

  async function work({ stopping }: LoopRun): Promise<number> {
    const began = performance.now()
    try {
      const hears = await isHearing()
      metrics.fallback.set(hears ? 0 : 1)
      await look()
      if (!stopping.aborted) succeed()
      return varied(hears ? times.usualMs : times.aloneMs)
    } finally {
      metrics.lookSeconds.set((performance.now() - began) / 1000)
    }
  }

  function onError(error: unknown): number {
    log.warn({ err: error }, 'The bus could not ask the database what has changed; it tries again')
    return varied(times.failedMs)
  }

  function succeed(): void {
    watchdog.refresh()
    if (!isLost) return
    isLost = false
    onResync()
  }

  async function stop(): Promise<void> {
    clearTimeout(watchdog)
    await looks.stop()
  }
}

/** Processes that started together do not ask together. */
function varied(ms: number): number {
  return ms * (0.9 + Math.random() / 10)
}
