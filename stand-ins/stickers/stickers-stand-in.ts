import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewaySwitch } from '../gateways/switched-off-gateways.ts'
import { createStandInServer, type StandInServer } from '../stand-in-server.ts'
import { plainStylePath } from '../plain-page.ts'
import type { RegistryFileEntry } from '../registry-file.ts'
import { renderStickersPage, stickersStyle, gatewaySwitchPath } from './stickers-page.ts'

/** The dependencies of the server. `switches`: null if this demo cannot switch gateways off. */
type Dependencies = { gateways: readonly RegistryFileEntry[]; host: string; switches: GatewaySwitch | null }

/** The policy permits only the page's own style sheet, its own forms and the images in its HTML. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type Answer = { status: number; type: string; body: string } | { status: 303; location: string }

const notFound: Answer = { status: 404, type: 'text/plain', body: 'not found' }

/**
 * Creates a server for a page with the stickers of the gateways, as the factory attaches them, and with switches.
 * Specification 18.3.
 */
export function createStickersStandIn(dependencies: Dependencies): StandInServer {
  return createStandInServer(dependencies.host, async (request, response) => {
    send(response, await answerTo(dependencies, request))
  })
}

async function answerTo({ gateways, switches }: Dependencies, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'POST')
    return pathname === gatewaySwitchPath ? switchGateway({ gateways, switches }, request, searchParams) : notFound
  if (request.method !== 'GET') return notFound
  if (pathname === plainStylePath) return { status: 200, type: 'text/css', body: stickersStyle }
  if (pathname !== '/') return notFound
  return { status: 200, type: 'text/html', body: renderStickersPage(gateways, (await switches?.readOff()) ?? null) }
}

/** Switches a gateway on or off. Rejects a request that a browser sends from another site. */
async function switchGateway(
  { gateways, switches }: Pick<Dependencies, 'gateways' | 'switches'>,
  { headers }: IncomingMessage,
  wantedTexts: URLSearchParams,
): Promise<Answer> {
  const gateway = gateways.find(({ serial }) => serial === wantedTexts.get('serial'))
  const isOwn = headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin'
  if (!switches || !gateway?.simulated || !isOwn) return notFound
  await switches.set(gateway.serial, wantedTexts.get('to') === 'on')
  return { status: 303, location: `/#${gateway.serial}` }
}

function send(response: ServerResponse, answer: Answer): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'no-store')
  if ('location' in answer) {
    response.writeHead(answer.status, { Location: answer.location })
    response.end()
    return
  }
  response.writeHead(answer.status, { 'Content-Type': `${answer.type}; charset=utf-8` })
  response.end(answer.body)
}
