import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { type Loop, startBackgroundLoop } from '#server/loop.ts'
import { saveListenerHeartbeat } from './store.ts'

export type HeartbeatDependencies = { pool: Pool; clock: Clock; log: Log; everyMs?: number }

const defaultEveryMs = 10_000
/**
 * The time in ms without a written heartbeat after which the listener counts as broken. A broken listener cannot store
 * reports either, so this time does not count as listening.
 */
const brokenAfterMs = 30_000

/**
 * Records at intervals that this process accepts reports. With this record, an outage of the portal can be
 * distinguished from the silence of a gateway. Specification 23.3.
 */
export function startHeartbeat({
  pool,
  clock,
  log,
  everyMs = defaultEveryMs,
}: HeartbeatDependencies): Pick<Loop, 'stop'> {
  const listener = randomUUID()
  let life: { beganAt: number; until: number } | null = null
  return startBackgroundLoop({ firstAfterMs: 0, work: beat, onError })

  async function beat(): Promise<number> {
    const now = clock.now()
    const beganAt = life === null || now - life.until > brokenAfterMs ? now : life.beganAt
    await saveListenerHeartbeat(pool, { listener, beganAt: new Date(beganAt), until: new Date(now) })
    life = { beganAt, until: now }
    return everyMs
  }

  function onError(error: unknown): number {
    log.warn({ err: error }, 'The listening period of the listener could not be stored')
    return everyMs
  }
}
