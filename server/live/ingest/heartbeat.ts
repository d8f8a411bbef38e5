import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { type Loop, loop } from '#server/loop.ts'
import { saveBeat } from './store.ts'

export type HeartbeatDependencies = { pool: Pool; clock: Clock; log: Log; everyMs?: number }

const defaultEveryMs = 10_000
/** A listener that could not write for this long could not store reports either, so it was not listening. */
const brokenAfterMs = 30_000

/**
 * Stores when this process was listening, so that silence of gateways is distinguished from outages of the portal.
 * Specification 23.3.
 */
export function startHeartbeat({
  pool,
  clock,
  log,
  everyMs = defaultEveryMs,
}: HeartbeatDependencies): Pick<Loop, 'stop'> {
  const listener = randomUUID()
  let life: { beganAt: number; until: number } | null = null
  return loop({ firstAfterMs: 0, work: beat, onError })

  async function beat(): Promise<number> {
    const now = clock.now()
    const beganAt = life === null || now - life.until > brokenAfterMs ? now : life.beganAt
    await saveBeat(pool, { listener, beganAt: new Date(beganAt), until: new Date(now) })
    life = { beganAt, until: now }
    return everyMs
  }

  function onError(error: unknown): number {
    log.warn({ err: error }, 'The listening period of the listener could not be stored')
    return everyMs
  }
}
