import { hourMs, minuteMs } from '#contract/durations.ts'
import type { DamageRecorder } from '#server/telemetry/damage-recorder.ts'
import { packDaysThatEnded } from '#server/telemetry/packing/pack-days-that-ended.ts'
import { mergeDaysIntoMonths } from '#server/telemetry/packing/months/merge-days-into-months.ts'
import { type PeriodicJob, type PeriodicJobDependencies, startPeriodicJob } from './periodic-job.ts'
import { deleteAllExpiredAnswersOfPeople, applyDataRetention } from './retention.ts'
import { markAndPublishSilentGateways } from './mark-silent-gateways.ts'
import type { Services } from '#server/services.ts'

export type JobsDependencies = PeriodicJobDependencies &
  Pick<Services, 'pool' | 'bus' | 'clock'> & {
    /** Deletes expired sign-in attempts and sessions. */
    cleanSessions: () => Promise<unknown>
    /** Expires exports, and deletes files that are no longer needed. */
    cleanExports: () => Promise<unknown>
    onDamaged: DamageRecorder
    periods?: JobIntervals
    /** Returns the job, extended so that a metric records the time of its last success. */
    measured?: (job: PeriodicJob) => PeriodicJob
  }

/** The pause in milliseconds between two runs of each job. */
export type JobIntervals = {
  silenceMs: number
  retentionMs: number
  packingMs: number
  sessionsMs: number
  exportsMs: number
}

export type RunningJobs = { stop: () => Promise<void> }

const defaultPeriods: JobIntervals = {
  silenceMs: 15_000,
  retentionMs: 6 * hourMs,
  packingMs: 10 * minuteMs,
  sessionsMs: 10 * minuteMs,
  exportsMs: minuteMs,
}

/**
 * The number of database connections of the role `jobs`. Each job uses one connection, even the jobs for notices. The
 * other connections are for deliveries and metrics.
 */
export const jobConnectionCount = 18

async function retain(dependencies: JobsDependencies): Promise<void> {
  await deleteAllExpiredAnswersOfPeople(dependencies)
  await applyDataRetention(dependencies)
}

/** Starts the periodic jobs. Any number of processes may start them, because each job runs in one process at a time. */
export function startJobs({ periods = defaultPeriods, ...dependencies }: JobsDependencies): RunningJobs {
  const { pool, clock, onDamaged } = dependencies
  const jobs = [
    { name: 'silence', everyMs: periods.silenceMs, run: () => markAndPublishSilentGateways(dependencies) },
    { name: 'retention', everyMs: periods.retentionMs, run: () => retain(dependencies) },
    {
      name: 'packing',
      everyMs: periods.packingMs,
      run: async (stopping: AbortSignal) => packDaysThatEnded({ pool, clock, onDamaged, stopping }),
    },
    // Merging is a job of its own, because packing must not wait until a whole month is merged.
    {
      name: 'merging',
      everyMs: periods.packingMs,
      run: async (stopping: AbortSignal) => mergeDaysIntoMonths({ pool, clock, onDamaged, stopping }),
    },
    { name: 'sessions', everyMs: periods.sessionsMs, run: dependencies.cleanSessions },
    { name: 'exports', everyMs: periods.exportsMs, run: dependencies.cleanExports },
  ].map((job) => startPeriodicJob(dependencies, dependencies.measured?.(job) ?? job))
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
}
