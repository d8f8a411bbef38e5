import type { Pool } from 'pg'
import { openSeparateConnection } from '#server/database/database.ts'
import { lockJobIfFree, unlockJob } from './store.ts'

/** Locks that ensure that each job runs in one process at a time. */
export type JobLocks = {
  /**
   * Tries to take the lock of a job. Returns whether this process has the lock. No other process can then run the job
   * until `release`.
   */
  take(name: string): Promise<boolean>
  release(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a separate database connection that holds the locks, because on a slow database a run must not wait for a
 * connection of the pool. If the connection is lost, PostgreSQL releases the locks, and the next `take` opens another
 * connection. A job that was running may then briefly run in two processes, which is harmless.
 */
export function openJobLocks(pool: Pool): JobLocks {
  const session = openSeparateConnection(pool)
  return {
    take: async (name) => lockJobIfFree(session.pool, name),
    release: async (name) => unlockJob(session.pool, name),
    close: session.close,
  }
}
