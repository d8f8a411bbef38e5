import type { FastifyInstance } from 'fastify'

/**
 * Says once when a proxy sends requests and TRUSTED_PROXIES does not name it: everybody behind it counts as one address then.
 * An outsider can cause the line too, by the header alone, but only one.
 */
export function warnOfForgottenProxy(app: FastifyInstance): void {
  let isSaid = false
  app.addHook('onRequest', async ({ headers, ip, socket, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    isSaid = true
    log.warn(
      { address: ip, setting: 'TRUSTED_PROXIES' },
      'X-Forwarded-For comes from an address that TRUSTED_PROXIES does not name; if it is your proxy, limits count all people as one',
    )
  })
}
