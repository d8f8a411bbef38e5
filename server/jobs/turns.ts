import type { Pool } from 'pg'
import { openOwnConnection } from '#server/database/database.ts'
import { tryLockJob, unlockJob } from './store.ts'

/** Lets a job run in one process at a time. */
export type JobTurns = {
  /** Whether this process may run the job now; if so, no other may until `release`. */
  take(name: string): Promise<boolean>
  release(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * Turns held by one connection beside the pool, which stays open: on a slow database a run must not wait for a new one. If it
 * is lost, the server frees its turns, and the next `take` opens another. A job under way goes on then; that it may run in two
 * processes for that time does no harm.
 */
export function openJobTurns(pool: Pool): JobTurns {
  const session = openOwnConnection(pool)
  return {
    take: async (name) => tryLockJob(session.pool, name),
    release: async (name) => unlockJob(session.pool, name),
    close: session.close,
  }
}
