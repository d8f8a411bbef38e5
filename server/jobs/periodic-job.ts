import type { Log } from '#server/log.ts'
import { type Loop, type LoopRun, startBackgroundLoop } from '#server/loop.ts'
import { runAsTrace } from '#server/tracing.ts'
import { computeRetryPauseMs } from './retry-pause.ts'
import type { JobLocks } from './job-locks.ts'

/** A job: work that runs periodically, in one process at a time. Two runs must have the same effect as one run. */
export type PeriodicJob = {
  name: string
  everyMs: number
  /** The minimum time between the starts of two runs. It applies to a job that is woken. */
  minIntervalMs?: number
  /**
   * Runs the job once. `stopping` is aborted when the process stops. A long job then ends between two steps, and
   * another process continues it.
   */
  run: (stopping: AbortSignal) => Promise<unknown>
}

/** The result of a run. `elsewhere`: the job did not run, because another process was running it. */
export type JobOutcome = 'done' | 'elsewhere' | 'failed'

export type PeriodicJobDependencies = {
  turns: JobLocks
  log: Log
  /** Called after each run. */
  onOutcome?: (name: string, outcome: JobOutcome) => void
  pauseAfter?: typeof computeRetryPauseMs
}

/**
 * Runs a job now, and again `everyMs` after each run. If another process is running the job, this process skips the
 * run. After a failure it retries within seconds, with growing pauses. `wake` shortens the wait.
 */
export function startPeriodicJob(dependencies: PeriodicJobDependencies, job: PeriodicJob): Loop {
  const { onOutcome, pauseAfter = computeRetryPauseMs } = dependencies
  let failures = 0
  return startBackgroundLoop({ firstAfterMs: 0, minIntervalMs: job.minIntervalMs ?? 0, work, onError: rethrow })

  async function work({ stopping }: LoopRun): Promise<number> {
    const outcome = await runAlone(dependencies, { ...job, run: async () => job.run(stopping) })
    failures = outcome === 'failed' ? failures + 1 : 0
    onOutcome?.(job.name, outcome)
    return failures === 0 ? job.everyMs : pauseAfter(failures, Math.random())
  }
}

/** Rethrows an error that `runAlone` does not catch. Such an error is a bug, and ends the process. */
function rethrow(error: unknown): never {
  throw error
}

type Run = Pick<PeriodicJob, 'name'> & { run: () => Promise<unknown> }

async function runAlone({ turns, log }: PeriodicJobDependencies, { name, run }: Run): Promise<JobOutcome> {
  try {
    if (!(await turns.take(name))) return 'elsewhere'
  } catch (error) {
    log.error({ err: error, job: name }, 'A job could not start; it retries within seconds')
    return 'failed'
  }
  try {
    await runAsTrace({ name: `job ${name}` }, run)
    return 'done'
  } catch (error) {
    log.error({ err: error, job: name }, 'A job failed; it retries within seconds')
    return 'failed'
  } finally {
    await turns.release(name).catch((error: unknown) => {
      log.warn({ err: error, job: name }, 'The lock of a job was lost with its connection')
    })
  }
}
