import { createStandInServer, type StandInServer } from '../http-server.ts'
import { plainStylePath } from '../plain-page.ts'
import type { RegistryFileEntry } from '../registry-file.ts'
import { stickersPage, stickersStyle } from './page.ts'

type Dependencies = { gateways: readonly RegistryFileEntry[]; host: string }

/** Allows only the page's own style sheet. */
const contentSecurityPolicy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"

/** A page with the stickers of the gateways, as attached by the factory. Specification 18.3. */
export function createStickersStandIn({ gateways, host }: Dependencies): StandInServer {
  const answers = new Map([
    ['/', { type: 'text/html', body: stickersPage(gateways) }],
    [plainStylePath, { type: 'text/css', body: stickersStyle }],
  ])
  return createStandInServer(host, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const answer = request.method === 'GET' ? answers.get(pathname) : undefined
    response.setHeader('Content-Security-Policy', contentSecurityPolicy)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.writeHead(answer ? 200 : 404, { 'Content-Type': `${answer?.type ?? 'text/plain'}; charset=utf-8` })
    response.end(answer?.body ?? 'not found')
  })
}
