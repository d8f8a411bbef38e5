import type { FastifyInstance } from 'fastify'
import { proxyRecogniser } from './client-address.ts'

/**
 * Says once when a proxy sends requests and TRUSTED_PROXIES does not name it: everybody behind it counts as one address then.
 * An outsider can cause the line too, by the header alone, but only one.
 */
export function warnOfForgottenProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
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
