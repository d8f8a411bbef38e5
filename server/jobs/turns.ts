import type { Pool } from 'pg'
import { openOwnConnection } from '#server/database/database.ts'
import { tryLockJob, unlockJob } from './store.ts'

/** Locks with which each job runs in one process at a time. */
export type JobTurns = {
  /** Returns whether this process may run the job now. If so, no other process may run it until `release`. */
  take(name: string): Promise<boolean>
  release(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the locks. One open connection outside the pool holds them, because on a slow database a run must not wait for
 * a new one. If that connection is lost, the server releases the locks, and the next `take` opens another connection. A
 * running job continues meanwhile, so it may briefly run in two processes, which is harmless.
 */
export function openJobTurns(pool: Pool): JobTurns {
  const session = openOwnConnection(pool)
  return {
    take: async (name) => tryLockJob(session.pool, name),
    release: async (name) => unlockJob(session.pool, name),
    close: session.close,
  }
}
