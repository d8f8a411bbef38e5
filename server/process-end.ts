import type { Logger } from 'pino'

/** Ends something that was started; resolves when it is gone. */
export type Closing = () => Promise<void>

/** What is under way must not take longer, drain and handover aside: whoever waits for the process would kill it. */
const endWithinMs = 5_000

/** A terminal and npm both hand on the same Ctrl-C. */
const sameRequestMs = 250

export type EndOptions = {
  /** Milliseconds of the end in which the process only waits until others turn away from it. */
  drainMs?: number
  /** Milliseconds over which it then sends those that are connected elsewhere. */
  handoverMs?: number
  /** Milliseconds after which what has not ended is cut off. */
  withinMs?: number
}

/**
 * Ends the process when it is asked to (SIGTERM, SIGINT), when its parent goes, or when something fails that nobody
 * caught: what was opened last is closed first. Who asks again does not want to wait: it ends at once, with code 1.
 * Answers a signal that is aborted as soon as it begins to end.
 */
export function endInOrder(
  log: Logger,
  closings: readonly Closing[],
  { drainMs = 0, handoverMs = 0, withinMs = drainMs + handoverMs + endWithinMs }: EndOptions = {},
): AbortSignal {
  const ending = new AbortController()
  let askedAt = -Infinity

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

  function asked(): void {
    const before = askedAt
    askedAt = performance.now()
    if (!ending.signal.aborted) return void end(0)
    if (askedAt - before < sameRequestMs) return
    log.fatal('asked to end a second time: what is under way is cut off')
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

/** Ends several things side by side. Rejects when all have ended, if one of them failed. */
export async function endTogether(closings: readonly Closing[]): Promise<void> {
  const ends = await Promise.allSettled(closings.map((close) => close()))
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  if (failures.length > 0) throw new AggregateError(failures, 'not everything ended well')
}
