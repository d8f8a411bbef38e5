import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusals.ts'

/** One thing that a process cannot work without; resolves when it is there. */
export type Probe = () => Promise<unknown>

const withinMs = 2_000

/**
 * `/livez`: the process answers. `/readyz`: what it needs is there too, or 503 within two seconds.
 */
export function addHealthRoutes(app: FastifyInstance, probes: readonly Probe[]): void {
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async () => {
    try {
      await allThere(probes)
    } catch (error) {
      throw new Refusal('unavailable', { cause: error })
    }
    return { status: 'ready' }
  })
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
