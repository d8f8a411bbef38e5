import type { Kysely } from 'kysely'
import type { Clock } from '#server/clock.ts'
import type { Tables } from '#server/database/tables.ts'
import { deleteExpiredTokens } from '../store.ts'
import { deleteExpiredSessions } from './store.ts'

/** Deletes sign-in attempts and sessions that are over; answers how many. */
export async function cleanSessions({
  db,
  clock,
}: {
  db: Kysely<Tables>
  clock: Clock
}): Promise<{ attempts: number; sessions: number }> {
  await deleteExpiredTokens(db, clock.now())
  return deleteExpiredSessions(db, clock.now())
}
