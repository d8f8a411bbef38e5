import type { Log } from '#server/log.ts'
import { tracedApart } from '#server/tracing.ts'
import { retryPause } from './retry-pause.ts'
import type { JobTurns } from './turns.ts'

/** Work that has to be done now and then by one of the processes. Doing it twice does no harm. */
export type Job = {
  name: string
  everyMs: number
  /** `stopping` is aborted when the process ends: what is long stops between two pieces, and others go on with it. */
  run: (stopping: AbortSignal) => Promise<unknown>
}

/** `elsewhere`: another process was at it. */
export type JobOutcome = 'done' | 'elsewhere' | 'failed'

export type PeriodicDependencies = {
  turns: JobTurns
  log: Log
  /** Called after each run. */
  onOutcome?: (name: string, outcome: JobOutcome) => void
  pauseAfter?: typeof retryPause
}

export type Periodic = {
  /** No further run; resolves when the one under way has ended. */
  stop: () => Promise<void>
}

/**
 * Runs a job now, and again `everyMs` after each run, while no other process is at it. After a failure it runs again within
 * seconds, after pauses that grow.
 */
export function startPeriodic(dependencies: PeriodicDependencies, job: Job): Periodic {
  const { onOutcome, pauseAfter = retryPause } = dependencies
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let running = turn()

  async function turn(): Promise<void> {
    const outcome = await runAlone(dependencies, { ...job, run: async () => job.run(stopping.signal) })
    failures = outcome === 'failed' ? failures + 1 : 0
    onOutcome?.(job.name, outcome)
    const pauseMs = failures === 0 ? job.everyMs : pauseAfter(failures, Math.random())
    if (!stopping.signal.aborted) timer = setTimeout(() => void (running = turn()), pauseMs)
  }

  async function stop(): Promise<void> {
    stopping.abort()
    clearTimeout(timer)
    await running
  }

  return { stop }
}

type Run = Pick<Job, 'name'> & { run: () => Promise<unknown> }

async function runAlone({ turns, log }: PeriodicDependencies, { name, run }: Run): Promise<JobOutcome> {
  try {
    if (!(await turns.take(name))) return 'elsewhere'
  } catch (error) {
    log.error({ err: error, job: name }, 'A job could not begin; it tries again within seconds')
    return 'failed'
  }
  try {
    await tracedApart({ name: `job ${name}` }, run)
    return 'done'
  } catch (error) {
    log.error({ err: error, job: name }, 'A job failed; it tries again within seconds')
    return 'failed'
  } finally {
    await turns.release(name).catch((error: unknown) => {
      log.warn({ err: error, job: name }, 'The turn of a job was lost with its connection')
    })
  }
}
