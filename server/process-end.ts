import type { Logger } from 'pino'

/** Ends something that was started; resolves when it is gone. */
export type Closing = () => Promise<void>

/** An orderly end must not take longer, its drain aside: whoever waits for the process would kill it. */
const endWithinMs = 10_000

export type EndOptions = {
  /** Milliseconds of the end in which the process only waits until others turn away from it. */
  drainMs?: number
  /** Milliseconds after which what has not ended is cut off. */
  withinMs?: number
}

/**
 * Ends the process when it is asked to (SIGTERM, SIGINT), when its parent goes, or when something fails that nobody
 * caught: what was opened last is closed first. Answers a signal that is aborted as soon as it begins to end.
 */
export function endInOrder(
  log: Logger,
  closings: readonly Closing[],
  { drainMs = 0, withinMs = drainMs + endWithinMs }: EndOptions = {},
): AbortSignal {
  const ending = new AbortController()

  async function end(exitCode: number): Promise<void> {
    if (ending.signal.aborted) return
    ending.abort(new Error('the process is ending'))
    setTimeout(() => {
      log.fatal({ withinMs }, 'what was under way did not end in time and is cut off; is the database away?')
      process.exit(1)
    }, withinMs).unref()
    for (const close of closings.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
    }
    if (exitCode !== 0) process.exitCode = exitCode
    // With the code that is set, here or by whoever asked for the end.
    process.exit()
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, () => void end(0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught failure, the process ends')
    void end(1)
  })
  return ending.signal
}
