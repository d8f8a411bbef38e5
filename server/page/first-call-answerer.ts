import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { FirstAnswersByUrl } from '#contract/first-calls.ts'
import { Refusal, successStatusOf } from '#server/http/refusals.ts'
import { providerFailureNameOf } from '#server/identity/provider-failure-name.ts'
import type { AccessTokenReader } from '#server/identity/session/routes.ts'

/** The answers to all first calls of a page, and whether they are short enough to include in the document. */
export type FirstApiAnswers = { answers: FirstAnswersByUrl; areShort: boolean }

/**
 * Returns the API's answers to `calls`, the paths that the requested page would read first. Returns null if the
 * request is not a page view with a session, or if an answer is missing, late or refused.
 */
export type FirstCallAnswerer = (request: FastifyRequest, calls: readonly string[]) => Promise<FirstApiAnswers | null>

export type FirstCallAnswererDependencies = {
  tokenOf: AccessTokenReader
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The maximum time in ms for which the document waits for the answers. */
  withinMs?: number
}

/**
 * The time in ms that the document waits for a slow identity provider or database. After this time, the page loads the
 * data itself.
 */
const defaultTimeoutMs = 150
/**
 * The maximum number of pages for which the server makes first calls at the same time. Further pages make their first
 * calls themselves.
 */
const maxConcurrentCalls = 16
/**
 * The maximum number of characters of all answers in the document. Longer answers arrive faster as separate requests.
 */
const maxAnswerLength = 12_000

/**
 * Creates the function that makes the first calls of a page on the server, so that the document contains the answers.
 * The calls have the person's token, so all audits, limits and refusals apply. The document contains either all answers
 * or no answer; without answers, the page makes the calls itself. The token stays on the server. Specification 7.2,
 * decision 048.
 */
export function createFirstCallAnswerer(
  app: FastifyInstance,
  dependencies: FirstCallAnswererDependencies,
): FirstCallAnswerer {
  const { tokenOf, log, withinMs = defaultTimeoutMs } = dependencies
  let underWay = 0

  async function answers(request: FastifyRequest, calls: readonly string[]): Promise<FirstApiAnswers | null> {
    const token = await tokenOf(request)
    if (token === null) return null
    const bodies = await Promise.all(calls.map((url) => readAnswer(app, { request, url, token })))
    const present = bodies.filter((body) => body !== null)
    if (present.length < calls.length) return null
    const entries = calls.map((url, index) => [url, JSON.parse(present[index] ?? 'null') as unknown])
    const characters = present.reduce((sum, { length }) => sum + length, 0)
    return { answers: Object.fromEntries(entries), areShort: characters <= maxAnswerLength }
  }

  return async (request, calls) => {
    if (calls.length === 0 || !isPageView(request) || underWay >= maxConcurrentCalls) return null
    underWay += 1
    const answerPromise = answers(request, calls)
      .catch((error: unknown) => {
        if (!(error instanceof Refusal))
          log.warn({ reason: providerFailureNameOf(error) }, 'the first calls were not answered')
        return null
      })
      .finally(() => void (underWay -= 1))
    return Promise.race([answerPromise, pause(withinMs, null, { ref: false })])
  }
}

/** Whether a person opens the page. If not, a script reads the document. W3C, Fetch Metadata Request Headers. */
function isPageView({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/**
 * The headers that are copied from the page's request to the calls. They are about the origin, the language and the
 * trace.
 */
const passedHeaders = [
  'host',
  'user-agent',
  'accept-language',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'traceparent',
]

type FirstCall = { request: FastifyRequest; url: string; token: string }

/** Returns the body of a successful answer; null for any other answer. */
async function readAnswer(app: FastifyInstance, { request, url, token }: FirstCall): Promise<string | null> {
  const own = Object.entries(request.headers).filter(([name]) => passedHeaders.includes(name))
  const answer = await app.inject({
    method: 'GET',
    url,
    headers: { ...Object.fromEntries(own), accept: 'application/json', authorization: `Bearer ${token}` },
    remoteAddress: request.socket.remoteAddress ?? '',
  })
  return answer.statusCode === successStatusOf('GET', true) ? answer.body : null
}
