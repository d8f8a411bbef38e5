import type { ProgramDecision } from '#contract/program-decisions.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { DeveloperNoticeRecorder } from '../developer-notice.ts'
import { type UnnotifiedDecision, markDecisionsAsNotified } from './store.ts'
import type { Services } from '#server/services.ts'

const decisionOf: Readonly<Record<UnnotifiedDecision['state'], ProgramDecision>> = {
  approved: 'approve',
  refused: 'refuse',
  suspended: 'suspend',
}

const decisionsPerBatch = 100

/** Notifies developers of the operator's decisions about their programs. Specification 27.1. */
export async function notifyDevelopersOfDecisions({
  pool,
  clock,
  recordNotices,
}: Pick<Services, 'pool' | 'clock'> & { recordNotices: DeveloperNoticeRecorder }): Promise<void> {
  await inTransaction(pool, async (transaction) => {
    const decided = await markDecisionsAsNotified(transaction, decisionsPerBatch)
    const notices = decided.map(({ id, developerId: personId, name: program, state, reason, decidedAt }) => ({
      personId,
      event: { kind: 'program-decided', program, decision: decisionOf[state], reason } as const,
      dedupe: `program-decided ${id} ${decidedAt.toISOString()}`,
    }))
    await recordNotices(transaction, notices, clock.now())
  })
}
