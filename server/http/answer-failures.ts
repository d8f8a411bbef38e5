import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailableError } from '#server/database/outage-errors.ts'
import { callerOf } from './caller.ts'
import { Refusal, refusalHeadersOf, isClientErrorStatus, problemOf, refusalStatusOf } from './refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The path of the page to which a browser is redirected if this route fails. Programs get a problem document
     * instead.
     */
    failurePage?: string
  }
}

/** Returns whether a browser opens the address as a page. If not, a program reads the answer. */
export function isPageNavigation({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
}

/** The status of a redirect that a browser follows by GET, even after a POST. RFC 9110, section 15.4.4. */
export const seeOtherStatus = 303

/** Makes the application answer every failure as `application/problem+json`, without internal details. RFC 9457. */
export function addFailureHandler(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure)
}

/**
 * Answers a failed request. Fastify's `frameworkErrors` also calls this function, for failures before the routing, such
 * as `/%ff`.
 */
export function answerFailure(
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error)
  logRefusal(refusal, request)
  const { failurePage } = request.routeOptions.config
  if (failurePage !== undefined && isPageNavigation(request)) return reply.redirect(failurePage, seeOtherStatus)
  return sendRefusal(reply, refusal)
}

/** Sends a refusal as a problem document. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(refusalStatusOf(refusal.kind))
    .headers(refusalHeadersOf(refusal))
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(refusal)))
}

/** Converts any error to the refusal with which the server answers it. */
export function toRefusal(error: Error & { code?: string; statusCode?: number }): Refusal {
  if (error instanceof Refusal) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too-large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported-media-type')
  if (isClientErrorStatus(error.statusCode)) return new Refusal('malformed')
  if (isDatabaseUnavailableError(error)) return new Refusal('unavailable', { cause: error })
  return new Refusal('internal-error', { cause: error })
}

/** Logs a refusal with the request, the person and the session. */
export function logRefusal({ kind, detail }: Refusal, request: FastifyRequest): void {
  const { log, ip, method, routeOptions } = request
  const caller = callerOf(request)
  const person = caller && { issuer: caller.issuer, subject: caller.subject }
  const session = request.server.sessionOf(request)
  const facts = { refusal: kind, method, route: routeOptions.url, address: ip, person, session }
  if (kind === 'internal-error') log.error({ ...facts, err: detail.cause }, 'request failed')
  else if (kind === 'unavailable') log.warn({ ...facts, err: detail.cause }, 'dependency unavailable')
  else log.info(facts, 'request refused')
}
