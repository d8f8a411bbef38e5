import { Counter, Gauge, type Registry } from 'prom-client'
import type { PeriodicJob, JobOutcome } from './periodic-job.ts'

/**
 * Returns a function that extends a job, so that a metric records the job's last success in this process. `time`:
 * returns epoch milliseconds.
 */
export function createJobSuccessRecorder(registry: Registry, time: () => number): (job: PeriodicJob) => PeriodicJob {
  const lastRunGauge = new Gauge({
    name: 'gateway_portal_job_done_timestamp_seconds',
    help: 'When a job was last done by this process, by its name; another process may have done it later',
    labelNames: ['name'],
    registers: [registry],
  })
  return (job) => ({
    ...job,
    run: async (...abortSignals: Parameters<PeriodicJob['run']>) => {
      await job.run(...abortSignals)
      lastRunGauge.set({ name: job.name }, time() / 1000)
    },
  })
}

/**
 * Returns a function that counts the failures of each job, and records the last success of any job of this process.
 * `time`: returns epoch milliseconds.
 */
export function createJobOutcomeCounter(
  registry: Registry,
  time: () => number,
): (name: string, outcome: JobOutcome) => void {
  const failures = new Counter({
    name: 'gateway_portal_job_failures_total',
    help: 'Runs of jobs that failed in this process, by name; each is retried within seconds',
    labelNames: ['name'],
    registers: [registry],
  })
  const successGauge = new Gauge({
    name: 'gateway_portal_jobs_succeeded_timestamp_seconds',
    help: 'When any job last succeeded in this process, or another process was running it',
    registers: [registry],
  })
  successGauge.set(time() / 1000)
  return (name, outcome) => {
    if (outcome === 'failed') failures.inc({ name })
    else successGauge.set(time() / 1000)
  }
}
