import { exportFileRetentionDays } from '#contract/data-export.ts'
import { dayMs } from '#contract/durations.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { NoticeToRecord } from '../store.ts'
import { type NoticeRecordingDependencies, recordNotices } from '../record-notices.ts'
import { findAnsweredContracts, findExpiringExports, findFinishedExports, findOutdatedConsents } from './store.ts'
import type { Services } from '#server/services.ts'

export type ContractExportNoticeDependencies = Omit<NoticeRecordingDependencies, 'now'> &
  Pick<Services, 'pool' | 'clock'>

/**
 * The maximum age in ms of an event that causes a notice. An event can be older, for example after an outage of the
 * jobs.
 */
const recentMs = 3 * dayMs
const warningBeforeExpiryMs = 3 * dayMs

/**
 * Records notices about rows that other parts of the portal have written: answers of companies, and exports that are
 * finished or expire soon. Each event has a dedupe key, so the run after a killed run continues without duplicates.
 */
export async function recordAnswerAndExportNotices(dependencies: ContractExportNoticeDependencies): Promise<void> {
  const { pool, clock } = dependencies
  const now = clock.now()
  const since = new Date(now - recentMs)
  const answers = await findAnsweredContracts(pool, since)
  const finishedExports = await findFinishedExports(pool, { since, keptMs: exportFileRetentionDays * dayMs })
  const expiringExports = await findExpiringExports(pool, {
    from: new Date(now),
    until: new Date(now + warningBeforeExpiryMs),
  })
  await recordEach(dependencies, [
    ...answers.map(({ contractId, companyType, company, isAccepted, ...whom }): NoticeToRecord => {
      const event = { kind: 'contract-answered', companyType, company, isAccepted } as const
      return { ...whom, event, dedupe: `contract-answered ${contractId}` }
    }),
    ...finishedExports.map(({ exportId, expiresAt, reason, ...whom }): NoticeToRecord => {
      const dedupe = `export-made ${exportId}`
      if (reason !== null || expiresAt === null)
        return { ...whom, event: { kind: 'export-failed', exportId, reason: reason ?? 'failed' }, dedupe }
      return { ...whom, event: { kind: 'export-ready', exportId, expiresAt: expiresAt.toISOString() }, dedupe }
    }),
    ...expiringExports.map(({ exportId, expiresAt, ...whom }): NoticeToRecord => {
      const event = { kind: 'export-expires', exportId, expiresAt: expiresAt.toISOString() } as const
      return { ...whom, event, dedupe: `export-expires ${exportId}` }
    }),
  ])
}

/**
 * Records notices for the owners and co-owners of appliances that have a contract with an outdated consent: a consent
 * to another version than `version`.
 */
export async function recordOutdatedConsentNotices(
  dependencies: ContractExportNoticeDependencies,
  version: string,
): Promise<void> {
  const outdatedConsents = await findOutdatedConsents(dependencies.pool, version)
  await recordEach(
    dependencies,
    outdatedConsents.map(({ contractId, companyType, company, ...whom }) => {
      const event = { kind: 'consent-changed', companyType, company } as const
      return { ...whom, event, dedupe: `consent-changed ${contractId} ${version}` }
    }),
  )
}

const rowsPerBatch = 200

async function recordEach(
  { pool, clock, ...how }: ContractExportNoticeDependencies,
  notices: readonly NoticeToRecord[],
): Promise<void> {
  for (let first = 0; first < notices.length; first += rowsPerBatch) {
    const some = notices.slice(first, first + rowsPerBatch)
    await inTransaction(pool, async (transaction) => recordNotices(transaction, { ...how, now: clock.now() }, some))
  }
}
