import type { FastifyInstance } from 'fastify'
import { NotReadyError, type ReadinessProbe } from './health.ts'

/**
 * Makes the application close each connection with the next answer after `ending` is aborted. A balancer then sends the
 * next request to another process. RFC 9112, section 9.6.
 */
export function closeConnectionsAtProcessEnd(app: FastifyInstance, ending: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (ending.aborted) reply.header('connection', 'close')
  })
}

/**
 * Creates a probe that fails after `ending` is aborted. Balancers then choose other processes, although this process
 * still answers.
 */
export function createProcessEndProbe(ending: AbortSignal): ReadinessProbe {
  return async () => {
    if (ending.aborted) throw new NotReadyError('ending')
  }
}
