import { dayMs } from '#contract/durations.ts'
import { partnerEventRetentionDays } from '#contract/partner-events.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { DeveloperNoticeRecorder } from '../developer-notice.ts'
import { deleteOldChallengesAndTests, disableEndpoint, findFailingEndpointIds, markEndpointsAsWarned } from './store.ts'
import type { Services } from '#server/services.ts'

export type FailingEndpointDependencies = Pick<Services, 'pool' | 'clock'> & { recordNotices: DeveloperNoticeRecorder }

const warnedAfterMs = dayMs
const disabledAfterMs = 5 * dayMs
const warningsPerBatch = 100

/**
 * Notifies the developers of endpoints that have failed for a day, and switches off endpoints that have failed for five
 * days. Also deletes old challenges and test messages. Specification 27.7.
 */
export async function warnAndDisableFailingEndpoints({
  pool,
  clock,
  recordNotices,
}: FailingEndpointDependencies): Promise<void> {
  const now = clock.now()
  await deleteOldChallengesAndTests(pool, new Date(now - partnerEventRetentionDays * dayMs))
  for (const id of await findFailingEndpointIds(pool, new Date(now - disabledAfterMs)))
    await inTransaction(pool, async (transaction) =>
      disableEndpoint(transaction, { id, reason: 'failing', now: new Date(now) }),
    )
  await inTransaction(pool, async (transaction) => {
    const before = new Date(now - warnedAfterMs)
    const failing = await markEndpointsAsWarned(transaction, { before, now: new Date(now), limit: warningsPerBatch })
    const notices = failing.map(({ id, developerId: personId, program, url, failingSince }) => {
      const since = failingSince.toISOString()
      const event = { kind: 'webhooks-failing', program, url, since } as const
      return { personId, event, dedupe: `webhooks-failing ${id} ${since}` }
    })
    await recordNotices(transaction, notices, now)
  })
}
