import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/database/sql.ts'
import { deleteExpiredTokens } from '../store.ts'
import { deleteExpiredSessionsAndAttempts } from './store.ts'

/** Deletes expired sign-in attempts, sessions and tokens. Returns the numbers of deleted attempts and sessions. */
export async function deleteExpiredSignInData({
  pool,
  clock,
}: {
  pool: Queryable
  clock: Clock
}): Promise<{ attempts: number; sessions: number }> {
  await deleteExpiredTokens(pool, clock.now())
  return deleteExpiredSessionsAndAttempts(pool, clock.now())
}
