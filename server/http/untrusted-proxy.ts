import type { FastifyInstance } from 'fastify'
import { createTrustedProxyCheck } from './client-address.ts'

/**
 * Logs a warning if an address that TRUSTED_PROXIES does not list sends `X-Forwarded-For`. All clients of an unlisted
 * proxy would count as one address. The warning is logged once for each process, because any client can send the
 * header.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isProxy = createTrustedProxyCheck(trustedProxies)
  let isSaid = false
  app.addHook('onRequest', async ({ headers, socket, log }) => {
    const address = socket.remoteAddress ?? ''
    if (isSaid || headers['x-forwarded-for'] === undefined || isProxy(address)) return
    isSaid = true
    log.warn(
      { address, setting: 'TRUSTED_PROXIES' },
      'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name; if it is your proxy, limits count all people as one',
    )
  })
}
