export type Loop = {
  /**
   * Requests a run. The run starts after the current turn of the event loop, so that several calls cause one run. A
   * call during a run requests another run after the current run. `isUrgent`: whether the run starts without waiting
   * for `minIntervalMs`.
   */
  wake(isUrgent?: boolean): void
  /** Stops the loop: no further run starts. Resolves when the current run has ended. */
  stop(): Promise<void>
}

/**
 * The arguments of one run. `isWoken`: whether `wake` was called after the previous run began. `stopping`: a signal
 * that is aborted when `stop` is called.
 */
export type LoopRun = { isWoken: boolean; stopping: AbortSignal }

export type LoopOptions = {
  /**
   * Does one run; runs never overlap. Returns the milliseconds until the next run, or `Infinity` to wait for `wake`.
   * `wake` shortens the wait.
   */
  work(run: LoopRun): Promise<number>
  /** Called when a run fails. Returns the milliseconds until the next run. `wake` does not shorten this wait. */
  onError(error: unknown): number
  /**
   * The milliseconds until the first run. 0: the run starts before `startBackgroundLoop` returns. Absent: the first run
   * waits for `wake`.
   */
  firstAfterMs?: number
  /** The minimum time in milliseconds between the starts of two runs. */
  minIntervalMs?: number
}

/** Starts a loop that repeats work in the background. */
export function startBackgroundLoop({ work, onError, firstAfterMs = Infinity, minIntervalMs = 0 }: LoopOptions): Loop {
  const abortController = new AbortController()
  const { signal } = abortController
  let isWoken = false
  let isUrgent = false
  let startedAt = -Infinity
  let recheckPause = (): void => {}
  const running = repeat()

  async function repeat(): Promise<void> {
    let waitMs = firstAfterMs
    for (;;) {
      if (waitMs > 0) await pause(waitMs, () => isWoken || signal.aborted)
      const leftMs = startedAt + minIntervalMs - performance.now()
      if (leftMs > 0) await pause(leftMs, () => isUrgent || signal.aborted)
      if (signal.aborted) return
      waitMs = await run()
    }
  }

  async function run(): Promise<number> {
    const turn = { isWoken, stopping: signal }
    isWoken = false
    isUrgent = false
    startedAt = performance.now()
    try {
      return await work(turn)
    } catch (error) {
      await pause(onError(error), () => signal.aborted)
      return 0
    }
  }

  /** Resolves after `ms` milliseconds, or as soon as `isOver` returns true. */
  async function pause(ms: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return
    await new Promise<void>((resolve) => {
      const timer = ms === Infinity ? undefined : setTimeout(resolve, ms)
      recheckPause = () => {
        if (!isOver()) return
        recheckPause = () => {}
        clearTimeout(timer)
        setImmediate(resolve)
      }
    })
  }

  function wake(urgent = false): void {
    isWoken = true
    isUrgent ||= urgent
    recheckPause()
  }

  async function stop(): Promise<void> {
    abortController.abort(new Error('The process ends'))
    recheckPause()
    await running
  }

  return { wake, stop }
}
