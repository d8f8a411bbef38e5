import { Gauge, type Registry } from 'prom-client'
import type { Job } from './periodic.ts'

/** Notes when each job was last done by this process; `time` in epoch milliseconds. */
export function measureJobs(registry: Registry, time: () => number): (job: Job) => Job {
  const done = new Gauge({
    name: 'gateway_portal_job_done_timestamp_seconds',
    help: 'When a job was last done by this process, by its name; another process may have done it later',
    labelNames: ['name'],
    registers: [registry],
  })
  return (job) => ({
    ...job,
    run: async (...given: Parameters<Job['run']>) => {
      await job.run(...given)
      done.set({ name: job.name }, time() / 1000)
    },
  })
}
