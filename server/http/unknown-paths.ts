import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#contract/api.ts'
import { matchesPathPattern } from '#contract/path-pattern.ts'
import { isPageNavigation, sendRefusal } from './answer-failures.ts'
import { Refusal } from './refusals.ts'

const readingMethods = ['GET', 'HEAD']

/**
 * Answers requests to paths without a route. Programs get a problem document; browsers get the HTML document of the
 * app.
 */
export function answerUnknownPaths(
  app: FastifyInstance,
  sendPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = methodsOf(path)
    if (methods.length > 0)
      return sendRefusal(reply.header('allow', methods.join(', ')), new Refusal('method-not-allowed'))
    if (isForPrograms(path) && !isOpened(path, request)) return sendRefusal(reply, new Refusal('not-found'))
    if (readingMethods.includes(request.method)) return sendPage(request, reply)
    return sendRefusal(reply.header('allow', readingMethods.join(', ')), new Refusal('method-not-allowed'))
  })
}

/** The path that replaces a path with invalid percent-encoding. Specification 2.1. */
const unknownPath = '/not-found'

/**
 * Returns the URL that the router uses. If the path of a page has invalid percent-encoding, `unknownPath` replaces
 * the path. A program's URL, such as one below `/api`, stays unchanged, so that the program gets an error.
 */
export function replaceInvalidPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  return isReadable(path) || isForPrograms(path) ? url : `${unknownPath}${url.slice(path.length)}`
}

function isReadable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

function methodsOf(path: string): string[] {
  return Object.values(api)
    .filter((endpoint) => matchesPathPattern(endpoint.path, path))
    .map(({ method }) => method)
}

function isForPrograms(path: string): boolean {
  return ['/api', '/assets', '/auth', '/brand', '/oauth', '/partner'].some(
    (prefix) => path === prefix || path.startsWith(`${prefix}/`),
  )
}

/**
 * Whether a person has opened a path of `/auth/` by the browser's address bar or by a link. Only scripts of the app
 * should call that path.
 */
function isOpened(path: string, request: FastifyRequest): boolean {
  return path.startsWith('/auth/') && readingMethods.includes(request.method) && isPageNavigation(request)
}
