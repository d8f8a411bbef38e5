import type { Pool } from 'pg'

/** Resolves once the database answers, rejects when it does not. */
export async function isReachable(pool: Pool): Promise<void> {
  await pool.query('select 1')
}
