import type { Log } from '#server/log.ts'
import { type Loop, loop } from '#server/loop.ts'

type PushWork = {
  log: Log
  /** The name for the log, such as "a snapshot". */
  name: string
  /** Does pending work; returns true if there is more. Failed work stays pending. */
  work(): Promise<boolean>
  minIntervalMs?: number
}

const retryAfterMs = 1_000

/** Runs when woken, and again while there is more to do. */
export function pushLoop({ log, name, work, minIntervalMs }: PushWork): Loop {
  return loop({
    work: async () => ((await work()) ? 0 : Infinity),
    onError: (error) => {
      log.warn({ err: error }, `Push failed at ${name} and retries`)
      return retryAfterMs
    },
    ...(minIntervalMs !== undefined && { minIntervalMs }),
  })
}
