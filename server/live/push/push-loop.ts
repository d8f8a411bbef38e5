import type { Log } from '#server/log.ts'
import { type Loop, loop } from '#server/loop.ts'

type PushWork = {
  log: Log
  /** The name for the log, such as "a snapshot". */
  name: string
  /** Does pending work. Resolves to true if there is more. If it rejects, the work must stay pending. */
  work(): Promise<boolean>
  minIntervalMs?: number
}

const retryAfterMs = 1_000

/** Creates a loop that works when woken, and again while there is more work. After an error it retries. */
export function startPushLoop({ log, name, work, minIntervalMs }: PushWork): Loop {
  return loop({
    work: async () => ((await work()) ? 0 : Infinity),
    onError: (error) => {
      log.warn({ err: error }, `Push failed at ${name} and retries`)
      return retryAfterMs
    },
    ...(minIntervalMs !== undefined && { minIntervalMs }),
  })
}
