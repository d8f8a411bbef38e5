import type { Log } from '#server/log.ts'
import { type Loop, loop } from '#server/loop.ts'

type PushWork = {
  log: Log
  /** For the log, such as "a snapshot". */
  name: string
  /** Does what waits; true if more waits. Leaves what fails to the next run. */
  work(): Promise<boolean>
  apartMs?: number
}

const retryAfterMs = 1_000

/** Runs when it is woken, and again while more waits. */
export function pushLoop({ log, name, work, apartMs }: PushWork): Loop {
  return loop({
    work: async () => ((await work()) ? 0 : Infinity),
    onError: (error) => {
      log.warn({ err: error }, `Push failed at ${name} and tries again`)
      return retryAfterMs
    },
    ...(apartMs !== undefined && { apartMs }),
  })
}
