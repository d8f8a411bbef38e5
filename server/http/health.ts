import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sendRefusal } from './answer-failures.ts'
import { Refusal } from './refusals.ts'

/**
 * Checks one dependency of a process. Resolves if the dependency is available.
 * @throws NotReadyError
 */
export type ReadinessProbe = () => Promise<unknown>

/**
 * Why a process is not ready. The answer of `/readyz` contains the reason. `no-answer`: a probe timed out or failed
 * unexpectedly.
 */
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
 * Adds the routes `/livez` and `/readyz`. `/livez` succeeds if the process answers. `/readyz` succeeds if the
 * dependencies of the process are also available; otherwise it answers 503 with the reason, within two seconds. Load
 * balancers poll often, so only changes of the answer are logged.
 */
export function addHealthRoutes(app: FastifyInstance, probes: readonly ReadinessProbe[]): void {
  let isReady = true
  let askedCount = 0
  let newest = 0
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_request, reply) => {
    const turn = (askedCount += 1)
    const obstacle = await findNotReadyError(probes)
    // A request may end after a later request. Its result is then older than the logged result, and is not logged.
    if (turn > newest) {
      newest = turn
      if (isReady !== !obstacle) logChange(app.log, obstacle)
      isReady = !obstacle
    }
    if (!obstacle) return { status: 'ready' }
    return sendRefusal(reply, new Refusal('unavailable', { reason: obstacle.reason }))
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
export async function findNotReadyError(probes: readonly ReadinessProbe[]): Promise<NotReadyError | null> {
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
