import type { Log } from '#server/log.ts'
import { type Loop, type LoopRun, loop } from '#server/loop.ts'
import { runAsTrace } from '#server/tracing.ts'
import { retryPause } from './retry-pause.ts'
import type { JobTurns } from './turns.ts'

/** Work that one of the processes does periodically. It must be idempotent. */
export type Job = {
  name: string
  everyMs: number
  /** The minimum pause between the starts of two runs, if the job is woken. */
  minIntervalMs?: number
  /**
   * Does one run. `stopping` is aborted when the process ends. A long job then stops between two steps, and another
   * process continues it.
   */
  run: (stopping: AbortSignal) => Promise<unknown>
}

/** `elsewhere`: another process was running the job. */
export type JobOutcome = 'done' | 'elsewhere' | 'failed'

export type PeriodicDependencies = {
  turns: JobTurns
  log: Log
  /** Called after each run. */
  onOutcome?: (name: string, outcome: JobOutcome) => void
  pauseAfter?: typeof retryPause
}

/**
 * Runs a job now, and again `everyMs` after each run, unless another process runs it. After a failure it retries within
 * seconds, with growing pauses. `wake` shortens the wait.
 */
export function startPeriodic(dependencies: PeriodicDependencies, job: Job): Loop {
  const { onOutcome, pauseAfter = retryPause } = dependencies
  let failures = 0
  return loop({ firstAfterMs: 0, minIntervalMs: job.minIntervalMs ?? 0, work, onError: rethrow })

  async function work({ stopping }: LoopRun): Promise<number> {
    const outcome = await runAlone(dependencies, { ...job, run: async () => job.run(stopping) })
    failures = outcome === 'failed' ? failures + 1 : 0
    onOutcome?.(job.name, outcome)
    return failures === 0 ? job.everyMs : pauseAfter(failures, Math.random())
  }
}

/** `runAlone` handles the errors of a job. Any other error is a bug, and ends the process. */
function rethrow(error: unknown): never {
  throw error
}

type Run = Pick<Job, 'name'> & { run: () => Promise<unknown> }

async function runAlone({ turns, log }: PeriodicDependencies, { name, run }: Run): Promise<JobOutcome> {
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
