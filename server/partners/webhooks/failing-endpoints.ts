import type { Pool } from 'pg'
import { partnerEventDays } from '#contract/partner-events.ts'
import type { Clock } from '#server/clock.ts'
import { inTransaction } from '#server/database/transaction.ts'
import {
  type FailingEndpoint,
  deleteOldMessages,
  disableEndpoint,
  findFailing,
  findUnwarned,
  noteWarned,
} from './store.ts'

export type FailingDependencies = {
  pool: Pool
  clock: Clock
  /**
   * Sends an email to the developer of an endpoint. Resolves with false if their mailbox takes it only later.
   * @throws Error if the mail server cannot be reached
   */
  warn(endpoint: FailingEndpoint): Promise<boolean>
}

const dayMs = 24 * 60 * 60_000
const warnedAfterMs = dayMs
const disabledAfterMs = 5 * dayMs

/**
 * Warns the developers of endpoints that have failed for a day, and switches off those that have failed for five. Also
 * deletes old challenges and tests. Specification 27.7.
 */
export async function handleFailingEndpoints({ pool, clock, warn }: FailingDependencies): Promise<void> {
  const now = clock.now()
  await deleteOldMessages(pool, new Date(now - partnerEventDays * dayMs))
  for (const id of await findFailing(pool, new Date(now - disabledAfterMs)))
    await inTransaction(pool, async (transaction) =>
      disableEndpoint(transaction, { id, reason: 'failing', now: new Date(now) }),
    )
  for (const endpoint of await findUnwarned(pool, new Date(now - warnedAfterMs)))
    if (await warn(endpoint)) await noteWarned(pool, endpoint.id, new Date(now))
}
