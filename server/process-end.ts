import type { Logger } from 'pino'

/** Ends something that was started; resolves when it is gone. */
export type Closing = () => Promise<void>

/** An orderly end must not take longer: whoever waits for the process would kill it. */
const endWithinMs = 10_000

/**
 * Ends the process when it is asked to (SIGTERM, SIGINT), when its parent goes, or when something fails that nobody
 * caught: what was opened last is closed first.
 */
export function endInOrder(log: Logger, closings: readonly Closing[]): void {
  let isEnding = false

  async function end(exitCode: number): Promise<void> {
    if (isEnding) return
    isEnding = true
    setTimeout(() => {
      log.fatal(
        { withinMs: endWithinMs },
        'what was under way did not end in time and is cut off; is the database away?',
      )
      process.exit(1)
    }, endWithinMs).unref()
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
}
