import type { FastifyInstance } from 'fastify'
import { createProxyRecogniser } from './client-address.ts'

/**
 * Logs a warning once if a proxy that TRUSTED_PROXIES does not list sends requests. All clients of such a proxy count
 * as one address. An outsider who sends the header can also cause the line, but only once.
 */
export function warnOfUntrustedProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isProxy = createProxyRecogniser(trustedProxies)
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
