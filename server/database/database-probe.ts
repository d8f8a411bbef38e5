import type { Pool } from 'pg'
import { NotReadyError, type ReadinessProbe } from '#server/http/health.ts'
import { ReadOnlyHostError, refuseReadOnlyHost } from './host-selector.ts'

/**
 * Creates a probe that succeeds only if the database answers and accepts writes. If the database accepts no writes,
 * sign-ins, saves and acknowledgements fail; a balancer then uses other processes, which may reach the primary.
 */
export function createDatabaseProbe(pool: Pool): ReadinessProbe {
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
 * Rejects if the database accepts no writes.
 *
 * An idle session stays read-only after a failover, although the host now accepts writes. The check therefore closes
 * read-only idle connections one by one, and rejects only if a new connection is also read-only.
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
    await refuseReadOnlyHost(client)
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}
