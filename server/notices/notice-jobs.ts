import { noticeRetentionMonths } from '#contract/notices.ts'
import { subtractMonths } from '#contract/subtract-months.ts'
import { dayMs, secondMs } from '#contract/durations.ts'
import { type NoticeDecisionDependencies, decideAndRecordNotices } from './decide-notices.ts'
import {
  recordOutdatedConsentNotices,
  recordAnswerAndExportNotices,
} from './occasions/record-contract-and-export-notices.ts'
import { deleteNoticeRowsBefore } from './store.ts'
import type { Services } from '#server/services.ts'

export type NoticeJobDependencies = NoticeDecisionDependencies & { consentVersion: string }

/** A job about notices that runs periodically. Several processes may run it at the same time without harm. */
export type NoticeJob = { name: string; everyMs: number; run: () => Promise<unknown> }

/**
 * The number of days for which an ended delivery is stored. Limits count the emails of 24 hours, and retries last 3
 * days, so both are shorter.
 */
const deliveriesKeptDays = 7
/**
 * The number of days for which the heartbeats of listeners are stored. In most cases, a decision about a silent gateway
 * needs only the last hours.
 */
const beatsKeptDays = 60
/** The number of days after which a browser that was not used counts as new. */
const browsersKeptDays = 400

/** Creates the jobs that decide on due notices and delete old rows. */
export function createNoticeJobs(dependencies: NoticeJobDependencies): NoticeJob[] {
  return [
    { name: 'notices', everyMs: secondMs, run: async () => decideAndRecordNotices(dependencies) },
    { name: 'occasions', everyMs: 5 * secondMs, run: async () => recordAnswerAndExportNotices(dependencies) },
    {
      name: 'consents',
      everyMs: 600 * secondMs,
      run: async () => recordOutdatedConsentNotices(dependencies, dependencies.consentVersion),
    },
    { name: 'notice retention', everyMs: dayMs / 4, run: async () => deleteOldNoticeRows(dependencies) },
  ]
}

/** Deletes notices that are older than 12 months, and other old rows. Specification 23.6. */
export async function deleteOldNoticeRows({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Promise<void> {
  const now = clock.now()
  const notices = subtractMonths(new Date(now), noticeRetentionMonths)
  const daysAgo = (days: number): Date => new Date(now - days * dayMs)
  await deleteNoticeRowsBefore(pool, {
    notices,
    deliveries: daysAgo(deliveriesKeptDays),
    beats: daysAgo(beatsKeptDays),
    browsers: daysAgo(browsersKeptDays),
  })
}
