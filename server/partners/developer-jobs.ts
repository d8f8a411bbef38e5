import { minuteMs } from '#contract/durations.ts'
import type { DeveloperNoticeRecorder } from './developer-notice.ts'
import { notifyDevelopersOfDecisions } from './programs/decision-notices.ts'
import { warnAndDisableFailingEndpoints } from './webhooks/failing-endpoints.ts'
import type { Services } from '#server/services.ts'

export type DeveloperJobDependencies = Pick<Services, 'pool' | 'clock'> & { recordNotices: DeveloperNoticeRecorder }

/**
 * Creates the periodic jobs that notify the developers of programs. Several processes may run them at the same time.
 */
export function createDeveloperJobs(dependencies: DeveloperJobDependencies) {
  return [
    { name: 'decisions on programs', everyMs: 5_000, run: async () => notifyDevelopersOfDecisions(dependencies) },
    { name: 'failing webhooks', everyMs: minuteMs, run: async () => warnAndDisableFailingEndpoints(dependencies) },
  ]
}
