import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { seeOtherStatus } from '#server/http/answer-failures.ts'
import type { AddressLimiter } from '#server/http/rate-limit.ts'
import { createSharingCookie } from '../sharing-cookie.ts'
import { authorizationCookieNames, interactionPath } from './paths-and-cookies.ts'

export type AuthorizationRouteDependencies = {
  authorization(): Promise<Provider>
  /**
   * The Fastify request of each call to the library, by its raw Node request. The authorization pages need the Fastify
   * request.
   */
  requests: WeakMap<object, FastifyRequest>
  /** The public origin of the portal, without a trailing slash. */
  publicUrl: string
  limit: AddressLimiter
}

export const authorizationRateLimit = { name: 'oauth', attempts: 600, windowS: 60 }

/**
 * The paths of the metadata. RFC 8414 appends the path of the issuer to the well-known name; many clients request the
 * name without that path.
 */
const metadataPaths = [
  '/.well-known/oauth-authorization-server/oauth',
  '/.well-known/oauth-authorization-server',
  '/oauth/.well-known/oauth-authorization-server',
]

const prefix = '/oauth'
const metadataPath = '/.well-known/openid-configuration'

/**
 * The path that begins an interaction. An interaction must not continue an earlier session in this browser, which may
 * belong to another person.
 */
const authorizePath = '/oauth/authorize'
const devicePath = '/oauth/device'

type Interaction = { Params: { uid: string } }

/**
 * The page for a person who comes after the end of a request, or who has a link from another browser. The page says
 * that the request has ended.
 */
const endedQuestion = { config: { failurePage: '/share/ended' } }

/** Adds the endpoints of the authorization server below `/oauth`, and its metadata. Specification 27.2. */
export async function addAuthorizationRoutes(
  app: FastifyInstance,
  { authorization, requests, publicUrl, limit }: AuthorizationRouteDependencies,
): Promise<void> {
  const handlers = new WeakMap<Provider, ReturnType<Provider['callback']>>()
  const { host, protocol } = new URL(publicUrl)
  const cookie = createSharingCookie(publicUrl)

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The library reads the body itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async ({ ip }) => limit(ip))
    for (const path of metadataPaths) scope.get(path, async (request, reply) => pass(request, reply, metadataPath))
    scope.get<Interaction>(`${interactionPath}/:uid`, endedQuestion, async (request, reply) => begin(request, reply))
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: `${prefix}/*`,
      handler: async (request, reply) => pass(request, reply, request.url.slice(prefix.length)),
    })
  })

  /** Passes a request to the library, which answers it. */
  async function pass(request: FastifyRequest, reply: FastifyReply, url: string): Promise<void> {
    const provider = await authorization()
    const handle = handlers.get(provider) ?? provider.callback()
    handlers.set(provider, handle)
    const { raw } = request
    prepare(request, url)
    requests.set(raw, request)
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
    void reply.hijack()
    await handle(raw, reply.raw)
  }

  /**
   * Changes the raw request so that the library builds its URLs from `publicUrl`, even if the client used another
   * address.
   */
  function prepare({ raw, ip, method }: FastifyRequest, url: string): void {
    const path = (raw.url ?? '').split('?')[0] ?? ''
    Object.assign(raw, { originalUrl: `${prefix}${url}`, url })
    raw.headers.host = host
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    raw.headers['x-forwarded-for'] = ip
    delete raw.headers['x-forwarded-host']
    // Keeps the session of a POST with the device's code, because the library checks the form against the session.
    if (path === authorizePath || (path === devicePath && method === 'GET')) dropSession(raw.headers)
  }

  /**
   * Redirects the browser from the library to the page of the portal. A cookie proves to the API that this browser
   * began the request for consent, so that another person cannot use the link.
   */
  async function begin(request: FastifyRequest<Interaction>, reply: FastifyReply): Promise<void> {
    prepare(request, request.url.slice(prefix.length))
    const provider = await authorization()
    const { uid } = await provider.interactionDetails(request.raw, reply.raw)
    cookie.write(reply, uid)
    await reply.header('cache-control', 'no-store').redirect(`/share/${uid}`, seeOtherStatus)
  }
}

function dropSession(headers: IncomingHttpHeaders): void {
  const kept = (headers.cookie ?? '').split(/; */u).filter((one) => !one.startsWith(authorizationCookieNames.session))
  headers.cookie = kept.join('; ')
}
