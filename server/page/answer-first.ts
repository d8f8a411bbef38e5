import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswersOfDocument } from '#contract/first-calls.ts'
import { Refusal, statusOfSuccess } from '#server/http/refusals.ts'
import { failureName } from '#server/identity/failure-name.ts'
import type { TokenOfSession } from '#server/identity/session/routes.ts'

/** All answers to the first calls of a page, and whether they are short enough to come along with it. */
export type KnownAnswers = { answers: AnswersOfDocument; areShort: boolean }

/** What the API answers to `calls`, addresses that the page of this request would read; null where not all is known. */
export type AnswerFirst = (request: FastifyRequest, calls: readonly string[]) => Promise<KnownAnswers | null>

export type AnswerFirstDependencies = {
  tokenOf: TokenOfSession
  log: Pick<FastifyBaseLogger, 'warn'>
  /** How long the document waits for the answers; ms. */
  withinMs?: number
}

/** Nobody waits for the page because of them: a provider or a database that dawdles is waited for behind the outline. */
const defaultWithinMs = 150
/** Late ones are made again by their pages, so a slow database or provider is not asked by more documents than these at a time. */
const mostUnderWay = 16
/** The document is sent uncompressed: a long list is faster on its own, which is compressed. */
const mostCharacters = 12_000

/**
 * Makes the first calls of a page for it, so that they come with its document: the same calls with the same token, so that
 * whatever watches, limits or refuses them still does. All of them, or none: what is refused or late the page asks for
 * itself. The token stays here. Specification 7.2, decision 048.
 */
export function createAnswerFirst(app: FastifyInstance, dependencies: AnswerFirstDependencies): AnswerFirst {
  const { tokenOf, log, withinMs = defaultWithinMs } = dependencies
  let underWay = 0

  async function answers(request: FastifyRequest, calls: readonly string[]): Promise<KnownAnswers | null> {
    const token = await tokenOf(request)
    if (token === null) return null
    const bodies = await Promise.all(calls.map((url) => read(app, { request, url, token })))
    const known = bodies.filter((body) => body !== null)
    if (known.length < calls.length) return null
    const entries = calls.map((url, index) => [url, JSON.parse(known[index] ?? 'null') as unknown])
    const characters = known.reduce((sum, { length }) => sum + length, 0)
    return { answers: Object.fromEntries(entries), areShort: characters <= mostCharacters }
  }

  return async (request, calls) => {
    if (calls.length === 0 || !isVisit(request) || underWay >= mostUnderWay) return null
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

/** Somebody opens the page: no script reads the document. Fetch Metadata Request Headers. */
function isVisit({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** Of the request of the page these are left: who asks from where, and in which language. */
const passedOn = [
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

/** The body of a success; null for anything else. */
async function read(app: FastifyInstance, { request, url, token }: FirstCall): Promise<string | null> {
  const own = Object.entries(request.headers).filter(([name]) => passedOn.includes(name))
  const answer = await app.inject({
    method: 'GET',
    url,
    headers: { ...Object.fromEntries(own), accept: 'application/json', authorization: `Bearer ${token}` },
    remoteAddress: request.socket.remoteAddress ?? '',
  })
  return answer.statusCode === statusOfSuccess('GET', true) ? answer.body : null
}
