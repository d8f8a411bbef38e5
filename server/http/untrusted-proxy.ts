import type { FastifyInstance } from 'fastify'
import { proxyRecogniser } from './client-address.ts'

/**
 * Logs once if a proxy sends requests and TRUSTED_PROXIES does not list it: all its clients then count as one
 * address. An outsider can also cause the line by sending the header, but only once.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isProxy = proxyRecogniser(trustedProxies)
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
