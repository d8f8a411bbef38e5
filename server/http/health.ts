import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { refuse } from './problems.ts'
import { Refusal } from './refusals.ts'

/**
 * Checks one dependency of a process. Resolves if it is available.
 * @throws NotReadyError
 */
export type Probe = () => Promise<unknown>

/** Why a process is not ready, in the answer of `/readyz`. `no-answer`: a probe timed out or failed unexpectedly. */
export type NotReadyReason = 'ending' | 'no-answer' | 'database-unreachable' | 'database-read-only' | 'jobs-stalled'

export class NotReadyError extends Error {
  override name = 'NotReadyError'
  readonly reason: NotReadyReason

  constructor(reason: NotReadyReason, options?: ErrorOptions) {
    super(`not ready: ${reason}`, options)
    this.reason = reason
  }
}

const probeTimeoutMs = 2_000

/**
 * Adds `/livez` and `/readyz`. `/livez` succeeds if the process answers. `/readyz` also needs its dependencies;
 * otherwise it answers 503 with the reason, within two seconds. Load balancers poll often, so it logs a line only when
 * the answer changes.
 */
export function addHealthRoutes(app: FastifyInstance, probes: readonly Probe[]): void {
  let isReady = true
  let asked = 0
  let newest = 0
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_request, reply) => {
    const turn = (asked += 1)
    const obstacle = await findObstacle(probes)
    // A request that came earlier may end later. Its result is then older than the last logged one.
    if (turn > newest) {
      newest = turn
      if (isReady !== !obstacle) logChange(app.log, obstacle)
      isReady = !obstacle
    }
    if (!obstacle) return { status: 'ready' }
    return refuse(reply, new Refusal('unavailable', { reason: obstacle.reason }))
  })
}

function logChange(log: FastifyBaseLogger, obstacle: NotReadyError | null): void {
  if (!obstacle) return log.info('ready again')
  const { reason, cause } = obstacle
  log.info({ reason, ...(cause !== undefined && { err: cause }) }, 'not ready: balancers use other processes')
}

/**
 * Runs all probes, for at most two seconds. Resolves to the first failure, or to null if all dependencies are
 * available.
 */
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
    setTimeout(() => reject(new NotReadyError('no-answer')), probeTimeoutMs).unref()
  })
}
