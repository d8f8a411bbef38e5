import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dayS } from '#contract/durations.ts'
import { isLanguage } from '#contract/languages.ts'
import { toSafeReturnPath } from '#contract/return-path.ts'
import { browserAndSystemOf } from '#server/http/browser-and-system.ts'
import { isPageNavigation, seeOtherStatus } from '#server/http/answer-failures.ts'
import { Refusal } from '#server/http/refusals.ts'
import { providerFailureNameOf } from '../provider-failure-name.ts'
import { createSessionCookies, type SessionCookies } from './session-cookies.ts'
import type { SessionDependencies, SessionServices } from './session-dependencies.ts'
import { createProviderClient } from './provider-client.ts'
import { createAccessTokenSource, type AccessTokenSource } from './access-token-source.ts'
import { createSealer, digestOfSecret, generateSecret } from './sealer.ts'
import {
  signInAttemptLifetimeMs,
  beginSignIn,
  completeSignIn,
  signInRedirectUriOf,
  logSignInFailure,
  maxSessionLifetimeMs,
} from './sign-in.ts'
import {
  type PortalOriginFinder,
  createPortalOriginFinder,
  refuseForeignPage,
  signInStartSiteOf,
} from './request-origin.ts'
import { signOut } from './sign-out.ts'

/** The page that a browser shows if a request to the provider fails. From this page, the person can sign in again. */
const failurePageConfig = { config: { failurePage: '/auth-failed' } }

/**
 * The maximum lifetime of a cookie in browsers, in seconds. Each sign-in renews the cookie. RFC 6265bis, section 5.5.
 */
const recognisedBrowserS = 400 * dayS

type SessionRouteDependencies = {
  session: SessionServices
  cookies: SessionCookies
  portalOrigin: PortalOriginFinder
  currentToken: AccessTokenSource
}

/**
 * Adds the routes of a token-mediating back end: the portal stores the tokens behind a cookie that scripts cannot read,
 * and the page gets short-lived access tokens. RFC 10017, Specification 12.4.
 * - `GET /auth/login?returnTo=/path&language=de`: redirects to the provider; `fresh=1` requires a recent sign-in there
 * - `GET /auth/callback`: the provider redirects to it; redirects to `/auth-complete?returnTo=…` or `/auth-failed`, or
 * to `/` or `/auth-expired` if the callback was used before
 * - `POST /auth/token`: `{accessToken, expiresAt}`, 401 without a session, 503 if the provider does not answer
 * - `POST /auth/logout`: `{location}`, the next address for the browser
 * - `GET /auth/profile?language=de`: redirects to the provider's page where people edit their profile
 */
export function addAuthRoutes(app: FastifyInstance, dependencies: SessionDependencies): AccessTokenReader {
  const routes = routeDependenciesOf(dependencies)
  app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    })
    scope.get('/auth/login', failurePageConfig, (request, reply) => login(routes, request, reply))
    scope.get('/auth/callback', failurePageConfig, (request, reply) => callback(routes, request, reply))
    scope.post('/auth/token', (request, reply) => token(routes, request, reply))
    scope.post('/auth/logout', (request, reply) => logout(routes, request, reply))
    scope.get('/auth/profile', (request, reply) => profile(routes, request, reply))
  })
  return async (request) => {
    const sessionId = routes.cookies.session.read(request)
    return sessionId === null ? null : (await routes.currentToken(digestOfSecret(sessionId))).accessToken
  }
}

/**
 * Returns the access token of the session in a request's cookie, for calls that the portal itself makes. Returns null
 * if the request has no cookie.
 * @throws Refusal `unauthenticated` if the session has ended, `unavailable` if the provider does not answer
 */
export type AccessTokenReader = (request: FastifyRequest) => Promise<string | null>

/**
 * Adds the client of the identity provider and the encryption of tokens to the dependencies. The functions that begin
 * or end sessions need them.
 */
export function createSessionServices(dependencies: SessionDependencies): SessionServices {
  const { config } = dependencies
  const client = createProviderClient({ ...dependencies, oidc: config.oidc })
  return { ...dependencies, client, sealer: createSealer(config.sessionKey) }
}

function routeDependenciesOf(dependencies: SessionDependencies): SessionRouteDependencies {
  const { config } = dependencies
  const session = createSessionServices(dependencies)
  return {
    session,
    cookies: createSessionCookies(config),
    portalOrigin: createPortalOriginFinder(config),
    currentToken: createAccessTokenSource(session),
  }
}

async function login(dependencies: SessionRouteDependencies, request: FastifyRequest, reply: FastifyReply) {
  const begunBy = signInStartSiteOf(request)
  try {
    await dependencies.session.limitSignIn[begunBy](request.ip)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'too-many-requests' || !isPageNavigation(request)) throw error
    return reply.redirect(tooManyPath(request, error), seeOtherStatus)
  }
  return redirectToProvider(dependencies, request, reply)
}

/**
 * Returns the path of the page that shows how many seconds to wait. It then links to the page that the person
 * requested.
 */
function tooManyPath(request: FastifyRequest, { detail }: Refusal): string {
  const { returnTo } = request.query as Record<string, unknown>
  return `/auth-failed?${new URLSearchParams({ wait: String(detail.retryAfterS), returnTo: toSafeReturnPath(returnTo) })}`
}

async function redirectToProvider(
  dependencies: SessionRouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { session, cookies, portalOrigin } = dependencies
  const browser = cookies.browser.read(request) ?? generateSecret()
  const origin = portalOrigin(request.host)
  const { returnTo, moved, language, fresh } = request.query as Record<string, unknown>
  // Redirects the browser to the portal's public address. The sign-in must start there: the provider redirects to that
  // address, and a browser sends cookies only to the host that set them. The redirect happens only once, because a
  // proxy may hide the requested host.
  if (request.host !== new URL(origin).host && moved === undefined) {
    const spokenLanguage = typeof language === 'string' ? { language } : {}
    const again = fresh === undefined ? {} : { fresh: '1' }
    const query = new URLSearchParams({ moved: '1', returnTo: toSafeReturnPath(returnTo), ...spokenLanguage, ...again })
    return reply.redirect(`${origin}/auth/login?${query}`, seeOtherStatus)
  }
  try {
    const url = await beginSignIn(session, { origin, browser, returnTo, language, isFresh: fresh !== undefined })
    cookies.browser.write(reply, browser, signInAttemptLifetimeMs / 1000)
    return reply.redirect(url.href, seeOtherStatus)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    logSignInFailure(session, providerFailureNameOf(error), request.ip)
    return reply.redirect('/auth-failed', seeOtherStatus)
  }
}

function profile({ session }: SessionRouteDependencies, request: FastifyRequest, reply: FastifyReply) {
  const { language } = request.query as Record<string, unknown>
  const url = new URL(session.config.oidc.profileUrl)
  if (typeof language === 'string' && isLanguage(language)) url.searchParams.set('ui_locales', language)
  return reply.redirect(url.href, seeOtherStatus)
}

async function callback(
  { session, cookies, portalOrigin }: SessionRouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const outcome = await completeSignIn(session, {
    url: callbackUrl(portalOrigin(request.host), request.url),
    browser: cookies.browser.read(request),
    formerSession: cookies.session.read(request),
    address: request.ip,
    requestId: request.id,
    name: browserAndSystemOf(request.headers['user-agent'] ?? ''),
  })
  if (outcome.kind === 'failed') return reply.redirect('/auth-failed', seeOtherStatus)
  if (outcome.kind === 'expired') return reply.redirect(outcome.isSignedIn ? '/' : '/auth-expired', seeOtherStatus)
  const browser = cookies.recognisedBrowser.read(request) ?? generateSecret()
  await session.onSignedIn({ personId: outcome.personId, browserDigest: digestOfSecret(browser), request })
  cookies.recognisedBrowser.write(reply, browser, recognisedBrowserS)
  cookies.session.write(reply, outcome.sessionId, maxSessionLifetimeMs / 1000)
  return reply.redirect(`/auth-complete?returnTo=${encodeURIComponent(outcome.returnTo)}`, seeOtherStatus)
}

function callbackUrl(origin: string, requestedPath: string): URL {
  const url = new URL(signInRedirectUriOf(origin))
  url.search = requestedPath.includes('?') ? requestedPath.slice(requestedPath.indexOf('?')) : ''
  return url
}

async function token(
  { cookies, portalOrigin, currentToken }: SessionRouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  refuseForeignPage(request, portalOrigin)
  const sessionId = cookies.session.read(request)
  if (sessionId === null) throw new Refusal('unauthenticated')
  try {
    const { accessToken, expiresAt } = await currentToken(digestOfSecret(sessionId))
    return { accessToken, expiresAt: new Date(expiresAt).toISOString() }
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unauthenticated') cookies.session.clear(reply)
    throw error
  }
}

async function logout(
  { session, cookies, portalOrigin }: SessionRouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  refuseForeignPage(request, portalOrigin)
  const origin = portalOrigin(request.host)
  const sessionId = cookies.session.read(request)
  const by = { address: request.ip, requestId: request.id }
  const location =
    sessionId === null
      ? `${origin}/`
      : await signOut(session, { idDigest: digestOfSecret(sessionId), origin, request: by })
  cookies.session.clear(reply)
  // Clears the browser's cache, so that the Back button shows no pages of the ended session. Stored choices such as
  // the language remain.
  reply.header('clear-site-data', '"cache"')
  return { location }
}
