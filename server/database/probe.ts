import type { Pool } from 'pg'
import { NotReadyError, type Probe } from '#server/http/health.ts'
import { ReadOnlyHostError, refuseReadOnly } from './hosts.ts'

/**
 * Not ready unless the database answers and takes writes: without writes nobody can sign in, save or be acknowledged, and
 * another process may reach the primary. docs/decisions/063.
 */
export function databaseProbe(pool: Pool): Probe {
  return async () => {
    try {
      await checkWritable(pool)
    } catch (error) {
      const reason = error instanceof ReadOnlyHostError ? 'database-read-only' : 'database-unreachable'
      throw new NotReadyError(reason, { cause: error })
    }
  }
}

/**
 * Rejects if the database takes no writes. A session keeps the setting that it began with, so idle connections that take no
 * writes are closed one after the other, and a new one decides.
 * @throws ReadOnlyHostError
 */
export async function checkWritable(pool: Pool): Promise<void> {
  for (;;) {
    const mayBeOld = pool.idleCount > 0
    try {
      return await checkOneSession(pool)
    } catch (error) {
      if (!(error instanceof ReadOnlyHostError) || !mayBeOld) throw error
    }
  }
}

async function checkOneSession(pool: Pool): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await refuseReadOnly(client)
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}
