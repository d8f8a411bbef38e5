import type { FastifyInstance } from 'fastify'
import { refuse } from './problems.ts'
import { Refusal } from './refusals.ts'

/** One thing that a process cannot work without; resolves when it is there. */
export type Probe = () => Promise<unknown>

const withinMs = 2_000

/**
 * `/livez`: the process answers. `/readyz`: what it needs is there too, or 503 within two seconds. It is asked again and
 * again: the log tells when that changes, and why.
 */
export function addHealthRoutes(app: FastifyInstance, probes: readonly Probe[]): void {
  let isReady = true
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_request, reply) => {
    const obstacle = await findObstacle(probes)
    if (obstacle && isReady) app.log.info({ reason: obstacle.message }, 'not ready: balancers turn elsewhere')
    if (!obstacle && !isReady) app.log.info('ready again')
    isReady = !obstacle
    return obstacle ? refuse(reply, new Refusal('unavailable')) : { status: 'ready' }
  })
}

async function findObstacle(probes: readonly Probe[]): Promise<Error | null> {
  try {
    await allThere(probes)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Resolves when everything is there; rejects when something is not, within two seconds. */
export async function allThere(probes: readonly Probe[]): Promise<void> {
  await Promise.race([Promise.all(probes.map((probe) => probe())), expiry()])
}

async function expiry(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`not ready within ${withinMs} ms`)), withinMs).unref()
  })
}
