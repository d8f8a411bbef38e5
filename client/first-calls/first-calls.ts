import { type AnswersOfDocument, firstCallsOf } from '#contract/first-calls.ts'

declare global {
  interface Window {
    /** The answers to calls that were sent before the page's script ran; undefined if there were none. */
    firstAnswers?: FirstAnswers | undefined
    /** Resolves when the calls that need the token are sent, or nobody is signed in. */
    firstCallsSent?: Promise<void> | undefined
  }
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The answers to calls that were sent before the page's script ran, by method and path. Each is used once. */
export type FirstAnswers = Map<string, FirstAnswer>

/**
 * `askedAt` is `performance.now()` at the call; old answers are not used. `isOfDocument`: it came with the document
 * and needed no token.
 */
export type FirstAnswer = { response: Promise<Response>; askedAt: number; isOfDocument: boolean }

export type FirstCallsDependencies = {
  /** Whether the server has seen a session cookie. */
  isSessionExpected: boolean
  path: string
  brandId: string
  /** The answers that the server sent with the document. */
  ofDocument: AnswersOfDocument
  fetch: Fetch
  /** In ms, as `performance.now()`. */
  now(): number
}

/** `sent` resolves when all calls are sent, or none can be. */
export type FirstCalls = { answers: FirstAnswers; sent: Promise<void> }

/**
 * Requests the token at once, and in parallel the data for the guards of the first screen and its list, except for
 * answers that came with the document.
 */
export function sendFirstCalls(dependencies: FirstCallsDependencies): FirstCalls {
  const { isSessionExpected, path, brandId, ofDocument, fetch, now } = dependencies
  const answers: FirstAnswers = new Map()
  if (!isSessionExpected) return { answers, sent: Promise.resolve() }
  const keep = (request: string, response: Promise<Response>, isOfDocument = false) => {
    // The later user of the response handles the failure.
    response.catch(() => undefined)
    answers.set(request, { response, askedAt: now(), isOfDocument })
  }
  const asked = fetch('/auth/token', { method: 'POST' })
  // The page reads the same response, so this reads a clone.
  const token = asked.then((response) => tokenOf(response.clone()))
  keep('POST /auth/token', asked)
  for (const [url, answer] of Object.entries(ofDocument))
    keep(`GET ${url}`, Promise.resolve(new Response(JSON.stringify(answer))), true)
  const missing = firstCallsOf(path, brandId).filter((url) => !(url in ofDocument))
  for (const url of missing)
    keep(
      `GET ${url}`,
      token.then((bearer) => read(fetch, url, bearer)),
    )
  const sent = missing.length === 0 ? Promise.resolve() : token.then(() => undefined).catch(() => undefined)
  return { answers, sent }
}

async function tokenOf(response: Response): Promise<string> {
  if (!response.ok) throw new Error('Nobody is signed in.')
  const { accessToken } = (await response.json()) as { accessToken: string }
  return accessToken
}

async function read(fetch: Fetch, url: string, bearer: string): Promise<Response> {
  return fetch(url, { headers: { accept: 'application/json', authorization: `Bearer ${bearer}` } })
}

/** Answers that are older than this are not used, because they may be outdated. */
export const validMs = 15_000

/**
 * A fetch that uses the early answers. Any change by the page invalidates them; failed calls are sent again, except
 * for the answer that nobody is signed in.
 */
export function fetchAfter(
  answers: FirstAnswers,
  { fetch, now }: Pick<FirstCallsDependencies, 'fetch' | 'now'>,
): Fetch {
  return async (url, init) => {
    const key = `${init.method ?? 'GET'} ${url}`
    const first = answers.get(key)
    answers.delete(key)
    if (!first && init.method !== 'GET' && url.startsWith('/api/')) answers.clear()
    if (!first || isOld(first, now)) return fetch(url, init)
    const response = await Promise.race([first.response, whenAborted(init.signal)]).catch(() => null)
    return response && (response.ok || response.status === 401) ? response : fetch(url, init)
  }
}

/** Takes the document's answer to a GET of `url`; null if there is none, or it is too old. */
export function takeOfDocument(
  answers: FirstAnswers,
  url: string,
  { now }: Pick<FirstCallsDependencies, 'now'>,
): Promise<Response> | null {
  const key = `GET ${url}`
  const first = answers.get(key)
  if (!first?.isOfDocument) return null
  answers.delete(key)
  return isOld(first, now) ? null : first.response
}

/** Whether the document contains answers for a session. */
export function hasSessionAnswers(answers: FirstAnswers): boolean {
  return [...answers.values()].some(({ isOfDocument }) => isOfDocument)
}

function isOld({ askedAt }: FirstAnswer, now: () => number): boolean {
  return now() - askedAt > validMs
}

/** An aborted wait continues with the request, which reports the abort. */
async function whenAborted(signal: AbortSignal | null | undefined): Promise<null> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null), { once: true }))
}
