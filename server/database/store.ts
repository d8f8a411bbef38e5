import type { Pool } from 'pg'

/** Resolves once the database answers, rejects when it does not. */
export async function isReachable(pool: Pool): Promise<void> {
  await pool.query('select 1')
}

/** Forgets counters of attempts whose time is over. `now` in epoch milliseconds. */
export async function cleanRateLimits(pool: Pool, now: number): Promise<void> {
  await pool.query('delete from rate_limit where expire < $1', [now])
}
