import { dayMs, secondMs } from '#contract/durations.ts'
import { partnerEventRetentionDays } from '#contract/partner-events.ts'
import type { Bus, BusSubscription } from '#server/live/bus/bus.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Loop } from '#server/loop.ts'
import { endGrants } from '#server/service-changes/consents/grants/grant-changes.ts'
import { publishServiceChange } from '#server/service-changes/publish-service-change.ts'
import {
  deleteEventsRecordedBefore,
  findLapsedGrants,
  hasUnloggedChanges,
  lockEventLog,
  writeEventsAndQueueDeliveries,
} from './store.ts'
import type { Services } from '#server/services.ts'

type LogDependencies = Pick<Services, 'pool' | 'clock'>

export type GrantJobDependencies = LogDependencies & Pick<Services, 'bus' | 'recordReceipt'>

/** A periodic job. Several processes may run it at the same time without harm. */
type PartnerJob = { name: string; everyMs: number; minIntervalMs?: number; run: () => Promise<unknown> }

/**
 * Wakes the job that writes the event log if a message of the bus announces a change, or if messages may be lost. The
 * job also polls, because some changes have no message (an endpoint was switched off), and messages can be lost.
 */
export async function wakeEventLogJobOnChanges(
  bus: Pick<Bus, 'subscribe'>,
  job: Pick<Loop, 'wake'>,
): Promise<BusSubscription> {
  return bus.subscribe({
    onMessages: (messages) => {
      if (messages.some(({ kind }) => kind === 'partner-changes')) job.wake()
    },
    onResync: () => job.wake(),
  })
}

const rowsPerBatch = 1_000
const deletedAtOnce = 10_000

/** Creates the job that writes the event log. Specification 27.6. */
export function createEventLogJob(dependencies: LogDependencies): PartnerJob {
  const run = async (): Promise<void> => writeEventLog(dependencies)
  return { name: 'partner events', everyMs: 2 * secondMs, minIntervalMs: secondMs / 5, run }
}

/** Creates the jobs that mark grants that have lapsed, and delete old events. */
export function createGrantAndRetentionJobs(dependencies: GrantJobDependencies): PartnerJob[] {
  return [
    { name: 'ended grants', everyMs: 5 * secondMs, run: async () => endLapsedGrants(dependencies) },
    { name: 'partner event retention', everyMs: dayMs / 4, run: async () => deleteExpiredEvents(dependencies) },
  ]
}

/**
 * Writes queued changes, and starts and ends of grants, into the event log. Each batch is one transaction, so no
 * event is lost or duplicated if the process is killed. Decision 102.
 */
export async function writeEventLog({ pool, clock }: LogDependencies): Promise<void> {
  while (await hasUnloggedChanges(pool)) {
    await inTransaction(pool, async (transaction) => {
      const head = await lockEventLog(transaction)
      await writeEventsAndQueueDeliveries(transaction, { head, now: clock.now(), limit: rowsPerBatch })
    })
  }
}

/**
 * Marks grants that have lapsed, each with its receipt in a transaction of its own. The rights do not depend
 * on the mark: each request and delivery checks whether a grant is in force.
 */
export async function endLapsedGrants({ pool, bus, clock, recordReceipt }: GrantJobDependencies): Promise<void> {
  const now = new Date(clock.now())
  const end = { actor: 'portal', personId: null, now, bus, recordReceipt } as const
  for (const { id, reason } of await findLapsedGrants(pool, clock.now(), rowsPerBatch))
    await inTransaction(pool, async (transaction) => {
      const which = { grantId: id }
      for (const { gatewayId } of await endGrants(transaction, { ...end, reason }, which))
        if (gatewayId !== null) await publishServiceChange(transaction, bus, { gatewayId })
    })
}

export async function deleteExpiredEvents({ pool, clock }: LogDependencies): Promise<void> {
  const before = new Date(clock.now() - partnerEventRetentionDays * dayMs)
  while ((await deleteEventsRecordedBefore(pool, { before, limit: deletedAtOnce })) === deletedAtOnce);
}
