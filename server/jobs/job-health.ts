import { minuteMs } from '#contract/durations.ts'
import { NotReadyError, type ReadinessProbe } from '#server/http/health.ts'

/** Records when jobs succeed, so that the readiness of the process depends on its jobs. */
export type JobHealth = {
  /** Records that a job succeeded, or that another process was running the job. */
  recordSuccess(): void
  /** Fails if no job has succeeded for two minutes. The most frequent job runs every second. */
  probe: ReadinessProbe
}

const stalledAfterMs = 2 * minuteMs

/**
 * Creates a record of the times at which jobs succeed, with a probe that reads it. `elapsedMs`: returns the time
 * of a monotonic clock, in ms.
 */
export function createJobHealth(elapsedMs: () => number = () => performance.now()): JobHealth {
  let succeededAt = elapsedMs()
  return {
    recordSuccess: () => void (succeededAt = elapsedMs()),
    probe: async () => {
      if (elapsedMs() - succeededAt > stalledAfterMs) throw new NotReadyError('jobs-stalled')
    },
  }
}
