import type { Log } from '#server/log.ts'
import { type Loop, startBackgroundLoop } from '#server/loop.ts'

type PushWork = {
  log: Log
  /** The name of the work in the log, such as "a snapshot". */
  name: string
  /**
   * Does pending work. Resolves to true if more work is pending. If the function rejects, the work must still be
   * pending.
   */
  work(): Promise<boolean>
  minIntervalMs?: number
}

const retryAfterMs = 1_000

/**
 * Creates a loop that works when it is woken, and continues while there is more work. After an error it tries again
 * in a second.
 */
export function startPushLoop({ log, name, work, minIntervalMs }: PushWork): Loop {
  return startBackgroundLoop({
    work: async () => ((await work()) ? 0 : Infinity),
    onError: (error) => {
      log.warn({ err: error }, `Push failed at ${name} and retries`)
      return retryAfterMs
    },
    ...(minIntervalMs !== undefined && { minIntervalMs }),
  })
}
