import type { Pool } from 'pg'
import { noticesKeptMonths } from '#contract/notices.ts'
import type { Clock } from '#server/clock.ts'
import { monthsBefore } from '#contract/months-before.ts'
import { type DecideDependencies, decideNotices } from './decide.ts'
import { recordConsentNotices, recordOccasions } from './occasions/occasions.ts'
import { deleteRowsBefore } from './store.ts'

export type NoticeJobDependencies = DecideDependencies & { consentVersion: string }

/** A periodic job of one of the processes; running it twice does no harm. */
export type NoticeJob = { name: string; everyMs: number; run: () => Promise<unknown> }

const secondMs = 1000
const dayMs = 24 * 60 * 60 * secondMs
/** Longer than emails are counted for limits, and than an email is retried. */
const deliveriesKeptDays = 7
/** Heartbeats of listeners are needed for hours, because silence is judged by them. */
const beatsKeptDays = 60
/** A browser that was not seen for this long counts as new. */
const browsersKeptDays = 400

/** Decides on due notices, and deletes expired ones. */
export function noticeJobs(dependencies: NoticeJobDependencies): NoticeJob[] {
  return [
    { name: 'notices', everyMs: secondMs, run: async () => decideNotices(dependencies) },
    { name: 'occasions', everyMs: 5 * secondMs, run: async () => recordOccasions(dependencies) },
    {
      name: 'consents',
      everyMs: 600 * secondMs,
      run: async () => recordConsentNotices(dependencies, dependencies.consentVersion),
    },
    { name: 'notice retention', everyMs: dayMs / 4, run: async () => deleteOldNoticeRows(dependencies) },
  ]
}

/** Deletes notices after 12 months, and other old rows. Specification 23.6. */
export async function deleteOldNoticeRows({ pool, clock }: { pool: Pool; clock: Clock }): Promise<void> {
  const now = clock.now()
  const notices = monthsBefore(new Date(now), noticesKeptMonths)
  const daysAgo = (days: number): Date => new Date(now - days * dayMs)
  await deleteRowsBefore(pool, {
    notices,
    deliveries: daysAgo(deliveriesKeptDays),
    beats: daysAgo(beatsKeptDays),
    browsers: daysAgo(browsersKeptDays),
  })
}
