import { type FirstAnswersByUrl, listFirstCalls } from '#contract/first-calls.ts'

declare global {
  interface Window {
    /** The answers to the first API calls, which the early script sends; undefined before that script has run. */
    firstAnswers?: FirstAnswers | undefined
    /** Resolves when the early script has sent the calls that need the token, or cannot send them. */
    firstCallsSent?: Promise<void> | undefined
  }
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * The answers to calls that were sent before the app's script ran. The key is method and path, such as `GET
 * /api/2/users/me`. Each answer is used only once.
 */
export type FirstAnswers = Map<string, FirstAnswer>

/** `askedAt` is `performance.now()` at the call. `isOfDocument` is true if the answer came with the document. */
export type FirstAnswer = { response: Promise<Response>; askedAt: number; isOfDocument: boolean }

export type FirstCallsDependencies = {
  /** Whether the request for the document had a session cookie. */
  isSessionExpected: boolean
  path: string
  brandId: string
  /** The answers to GET requests that the server sent with the document, by URL. */
  ofDocument: FirstAnswersByUrl
  fetch: Fetch
  /** Returns the time in ms, by the clock of `performance.now()`. */
  now(): number
}

/** `sent` resolves when all calls are sent, or cannot be sent because there is no token. */
export type FirstCalls = { answers: FirstAnswers; sent: Promise<void> }

/**
 * If a session is expected, requests the token. With the token, it requests the data that the route guards and the
 * first list need, except data that came with the document.
 */
export function sendFirstCalls(dependencies: FirstCallsDependencies): FirstCalls {
  const { isSessionExpected, path, brandId, ofDocument, fetch, now } = dependencies
  const answers: FirstAnswers = new Map()
  if (!isSessionExpected) return { answers, sent: Promise.resolve() }
  const keep = (request: string, response: Promise<Response>, isOfDocument = false) => {
    response.catch(() => undefined)
    answers.set(request, { response, askedAt: now(), isOfDocument })
  }
  const tokenAnswer = fetch('/auth/token', { method: 'POST' })
  // Reads a clone, because the page reads the response itself later.
  const token = tokenAnswer.then((response) => tokenOf(response.clone()))
  keep('POST /auth/token', tokenAnswer)
  for (const [url, answer] of Object.entries(ofDocument))
    keep(`GET ${url}`, Promise.resolve(new Response(JSON.stringify(answer))), true)
  const missing = listFirstCalls(path, brandId).filter((url) => !(url in ofDocument))
  for (const url of missing)
    keep(
      `GET ${url}`,
      token.then((bearer) => read(fetch, url, bearer)),
    )
  const sentCalls = missing.length === 0 ? Promise.resolve() : token.then(() => undefined).catch(() => undefined)
  return { answers, sent: sentCalls }
}

async function tokenOf(response: Response): Promise<string> {
  if (!response.ok) throw new Error('Nobody is signed in.')
  const { accessToken } = (await response.json()) as { accessToken: string }
  return accessToken
}

async function read(fetch: Fetch, url: string, bearer: string): Promise<Response> {
  return fetch(url, { headers: { accept: 'application/json', authorization: `Bearer ${bearer}` } })
}

/** The maximum age of an early answer in ms. The page does not use older answers. */
export const earlyAnswerMaxAgeMs = 15_000

/**
 * Returns a fetch function that uses the early answers while they are valid. If an early call failed, the function
 * sends the request again, except after status 401. A request to the API that changes data discards all early answers.
 */
export function createFetchFromAnswers(
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

/**
 * Removes and returns the answer to a GET of `url` that came with the document. Returns null if there is no such
 * answer, or if it is too old.
 */
export function takeDocumentAnswer(
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

/** Whether answers came with the document; the server sends them only for a valid session. */
export function hasSessionAnswers(answers: FirstAnswers): boolean {
  return [...answers.values()].some(({ isOfDocument }) => isOfDocument)
}

function isOld({ askedAt }: FirstAnswer, now: () => number): boolean {
  return now() - askedAt > earlyAnswerMaxAgeMs
}

/** Resolves when the signal aborts. The caller then sends the request itself, which reports the abort. */
async function whenAborted(signal: AbortSignal | null | undefined): Promise<null> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null), { once: true }))
}
