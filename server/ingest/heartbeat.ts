import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { saveBeat } from './store.ts'

export type HeartbeatDependencies = { pool: Pool; clock: Clock; log: Log; everyMs?: number }

export type Heartbeat = { stop(): Promise<void> }

const usualEveryMs = 10_000
/** A listener that could not write for this long could not store reports either, so it was not listening. */
const brokenAfterMs = 30_000

/**
 * Stores when this process was listening, so that silence of gateways is distinguished from outages of the portal.
 * Specification 23.3.
 */
export function startHeartbeat({ pool, clock, log, everyMs = usualEveryMs }: HeartbeatDependencies): Heartbeat {
  const listener = randomUUID()
  let life: { beganAt: number; until: number } | null = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let beating = beat()

  async function beat(): Promise<void> {
    const now = clock.now()
    const beganAt = life === null || now - life.until > brokenAfterMs ? now : life.beganAt
    try {
      await saveBeat(pool, { listener, beganAt: new Date(beganAt), until: new Date(now) })
      life = { beganAt, until: now }
    } catch (error) {
      log.warn({ err: error }, 'That the listener listens could not be noted')
    }
    if (!isStopped) timer = setTimeout(() => void (beating = beat()), everyMs)
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await beating
  }

  return { stop }
}
