import type { FastifyInstance } from 'fastify'
import { NotReadyError, type Probe } from './health.ts'

/**
 * What `ending` changes while the process still answers: each answer is the last of its connection, so that the next
 * request comes over a new one, which a balancer opens to another process. RFC 9112, section 9.6.
 */
export function closeConnectionsOnEnding(app: FastifyInstance, ending: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (ending.aborted) reply.header('connection', 'close')
  })
}

/** Not ready from the beginning of the end, so that balancers turn to other processes while this one still answers. */
export function notEnding(ending: AbortSignal): Probe {
  return async () => {
    if (ending.aborted) throw new NotReadyError('ending')
  }
}
