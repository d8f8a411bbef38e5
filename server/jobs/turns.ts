import type { Pool } from 'pg'
import { openOwnConnection } from '#server/database/database.ts'
import { tryLockJob, unlockJob } from './store.ts'

/** Locks with which each job runs in one process at a time. */
export type JobTurns = {
  /** Whether this process may run the job now; if so, no other may until `release`. */
  take(name: string): Promise<boolean>
  release(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * Locks held by one open connection outside the pool: on a slow database a run must not wait for a new one. If it is
 * lost, the server releases its locks, and the next `take` opens another connection. A running job continues then, so
 * it may briefly run in two processes, which is harmless.
 */
export function openJobTurns(pool: Pool): JobTurns {
  const session = openOwnConnection(pool)
  return {
    take: async (name) => tryLockJob(session.pool, name),
    release: async (name) => unlockJob(session.pool, name),
    close: session.close,
  }
}
