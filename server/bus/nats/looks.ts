import type { Log } from '#server/log.ts'
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

export type LookLoop = {
  /** Polls now, because a message may have been missed. */
  wake(): void
  close(): Promise<void>
}

/** Polls the database regularly, one poll at a time: NATS is faster but may lose messages. */
export function startLooks(options: LookOptions): LookLoop {
  const { times, log, metrics, isHearing, look, onLost, onResync } = options
  let isClosed = false
  let isLost = false
  let isWoken = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const watchdog = setTimeout(lose, times.lostAfterMs)

  function lose(): void {
    isLost = true
    log.warn({}, 'The bus cannot ask the database what has changed; pages are not live until it can')
    onLost()
  }

  function start(): void {
    running = run().finally(() => (running = undefined))
  }

  async function run(): Promise<void> {
    isWoken = false
    const began = performance.now()
    let waitMs = times.failedMs
    try {
      const hears = await isHearing()
      metrics.fallback.set(hears ? 0 : 1)
      await look()
      waitMs = hears ? times.usualMs : times.aloneMs
      succeed()
    } catch (error) {
      log.warn({ err: error }, 'The bus could not ask the database what has changed; it tries again')
    }
    metrics.lookSeconds.set((performance.now() - began) / 1000)
    if (!isClosed) timer = setTimeout(start, isWoken ? 0 : waitMs * (0.9 + Math.random() / 10))
  }

  function succeed(): void {
    if (isClosed) return
    watchdog.refresh()
    if (!isLost) return
    isLost = false
    onResync()
  }

  function wake(): void {
    isWoken = true
    if (isClosed || running) return
    clearTimeout(timer)
    start()
  }

  timer = setTimeout(start, times.usualMs * Math.random())

  return {
    wake,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(watchdog)
      await running
    },
  }
}
