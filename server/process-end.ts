import type { Logger } from 'pino'

/** Stops something that was started. The promise resolves when it has stopped. */
export type StopFunction = () => Promise<void>

/**
 * The time limit in ms for pending work, in addition to `drainMs` and `handoverMs`. A service manager would kill a
 * process that takes longer.
 */
const endTimeoutMs = 5_000

/**
 * The time in ms in which a second signal belongs to the same request to end. A terminal and npm both forward one
 * Ctrl-C.
 */
const sameRequestMs = 250

export type ProcessEndOptions = {
  /**
   * The length of the first part of the shutdown in ms. In it, the process only waits until load balancers choose other
   * processes.
   */
  drainMs?: number
  /**
   * The time in ms after `drainMs` in which the process disconnects its clients, so that they reconnect to other
   * processes.
   */
  handoverMs?: number
  /** The time in ms after which the process ends even if some `closings` are still running. */
  withinMs?: number
}

/**
 * Ends the process on SIGTERM or SIGINT, when its parent ends, or after an uncaught error. Runs `closings` in reverse
 * order, then exits. A second signal that comes later than `sameRequestMs` ends the process immediately, with code 1.
 * Returns a signal that is aborted when the shutdown begins.
 */
export function endProcessOnSignal(
  log: Logger,
  closings: readonly StopFunction[],
  { drainMs = 0, handoverMs = 0, withinMs = drainMs + handoverMs + endTimeoutMs }: ProcessEndOptions = {},
): AbortSignal {
  const ending = new AbortController()
  let askedAt = -Infinity

  async function end(exitCode: number): Promise<void> {
    if (ending.signal.aborted) return
    ending.abort(new Error('the process is ending'))
    setTimeout(() => {
      log.fatal({ withinMs }, 'open requests did not finish in time and are aborted; does the database answer?')
      process.exit(1)
    }, withinMs).unref()
    for (const close of closings.toReversed()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
    }
    if (exitCode !== 0) process.exitCode = exitCode
    // Exits with `process.exitCode`, which the caller may have set.
    process.exit()
  }

  function asked(): void {
    const before = askedAt
    askedAt = performance.now()
    if (!ending.signal.aborted) return void end(0)
    if (askedAt - before < sameRequestMs) return
    log.fatal('a second signal to end: open requests are aborted')
    process.exit(1)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, asked)
  process.once('disconnect', () => void end(0))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught failure, the process ends')
    void end(1)
  })
  return ending.signal
}

/**
 * Calls several closing functions in parallel. If one of them fails, waits for the end of all others, and then rejects.
 */
export async function closeAllInParallel(closings: readonly StopFunction[]): Promise<void> {
  const ends = await Promise.allSettled(closings.map((close) => close()))
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  if (failures.length > 0) throw new AggregateError(failures, 'not everything ended well')
}
