import type { FastifyInstance } from 'fastify'
import { refuse } from './problems.ts'
import { Refusal } from './refusals.ts'

/**
 * Checks one thing that a process cannot work without; resolves when it is there.
 * @throws NotReadyError
 */
export type Probe = () => Promise<unknown>

/** Why a process is not ready; `/readyz` answers it. `no-answer`: a probe took too long. */
export type NotReadyReason = 'ending' | 'no-answer' | 'database-unreachable' | 'database-read-only' | 'jobs-stalled'

export class NotReadyError extends Error {
  override name = 'NotReadyError'
  readonly reason: NotReadyReason

  constructor(reason: NotReadyReason, options?: ErrorOptions) {
    super(`not ready: ${reason}`, options)
    this.reason = reason
  }
}

const withinMs = 2_000

/**
 * `/livez`: the process answers. `/readyz`: what it needs is there too, or 503 with the reason within two seconds. Balancers
 * ask again and again, so the log has a line only when the answer changes.
 */
export function addHealthRoutes(app: FastifyInstance, probes: readonly Probe[]): void {
  let isReady = true
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_request, reply) => {
    const obstacle = await findObstacle(probes)
    if (obstacle && isReady) {
      const { reason, cause } = obstacle
      app.log.info({ reason, ...(cause !== undefined && { err: cause }) }, 'not ready: balancers turn elsewhere')
    }
    if (!obstacle && !isReady) app.log.info('ready again')
    isReady = !obstacle
    if (!obstacle) return { status: 'ready' }
    return refuse(reply, new Refusal('unavailable', { reason: obstacle.reason }))
  })
}

/** Runs all probes, for two seconds at most. Resolves to null when everything is there. */
export async function findObstacle(probes: readonly Probe[]): Promise<NotReadyError | null> {
  try {
    await Promise.race([Promise.all(probes.map((probe) => probe())), expiry()])
    return null
  } catch (error) {
    return error instanceof NotReadyError ? error : new NotReadyError('no-answer', { cause: error })
  }
}

async function expiry(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new NotReadyError('no-answer')), withinMs).unref()
  })
}
