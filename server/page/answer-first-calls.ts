import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswersOfDocument } from '#contract/first-calls.ts'
import { Refusal, statusOfSuccess } from '#server/http/refusals.ts'
import { failureName } from '#server/identity/failure-name.ts'
import type { TokenOfSession } from '#server/identity/session/routes.ts'

/** All answers to the first calls of a page, and whether they are short enough to include in the document. */
export type FirstApiAnswers = { answers: AnswersOfDocument; areShort: boolean }

/** The API's answers to `calls`, the addresses that the page of this request would read; null if one is missing. */
export type AnswerFirstCalls = (request: FastifyRequest, calls: readonly string[]) => Promise<FirstApiAnswers | null>

export type AnswerFirstCallsDependencies = {
  tokenOf: TokenOfSession
  log: Pick<FastifyBaseLogger, 'warn'>
  /** How long the document waits for the answers, in ms. */
  withinMs?: number
}

/** The document does not wait longer for a slow provider or database; the page then loads behind the outline. */
const defaultTimeoutMs = 150
/** At most this many documents call a slow database or provider at a time; the other pages make these calls themselves. */
const maxConcurrentCalls = 16
/** The maximum length of a list in the document; a longer one is faster as a separate answer. */
const maxAnswerLength = 12_000

/**
 * Makes the first calls of a page, so that their answers come with its document. They are the same calls with the
 * same token, so that all audits, limits and refusals apply. Includes all answers or none: the page repeats refused
 * or late calls. The token stays on the server. Specification 7.2, decision 048.
 */
export function createAnswerFirstCalls(
  app: FastifyInstance,
  dependencies: AnswerFirstCallsDependencies,
): AnswerFirstCalls {
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
    const asked = answers(request, calls)
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) log.warn({ reason: failureName(error) }, 'the first calls were not answered')
        return null
      })
      .finally(() => void (underWay -= 1))
    return Promise.race([asked, pause(withinMs, null, { ref: false })])
  }
}

/** Whether a person opens the page, not a script that reads the document. Fetch Metadata Request Headers. */
function isPageView({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** The headers of the page's request that the calls keep: origin and language. */
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

/** The body of a successful answer; null for any other. */
async function readAnswer(app: FastifyInstance, { request, url, token }: FirstCall): Promise<string | null> {
  const own = Object.entries(request.headers).filter(([name]) => passedHeaders.includes(name))
  const answer = await app.inject({
    method: 'GET',
    url,
    headers: { ...Object.fromEntries(own), accept: 'application/json', authorization: `Bearer ${token}` },
    remoteAddress: request.socket.remoteAddress ?? '',
  })
  return answer.statusCode === statusOfSuccess('GET', true) ? answer.body : null
}
