import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import { deleteExpiredTokens } from '../store.ts'
import { deleteExpiredSessions } from './store.ts'

/** Deletes expired sign-in attempts, sessions and tokens. Returns how many attempts and sessions were deleted. */
export async function cleanSessions({
  pool,
  clock,
}: {
  pool: Queryable
  clock: Clock
}): Promise<{ attempts: number; sessions: number }> {
  await deleteExpiredTokens(pool, clock.now())
  return deleteExpiredSessions(pool, clock.now())
}
