import { type AnswersOfDocument, firstCallsOf } from '#contract/first-calls.ts'

declare global {
  interface Window {
    /** What was asked before the page's own script ran; undefined where nothing was. */
    firstAnswers?: FirstAnswers | undefined
    /** Ends once what needs the token is asked for, too, or nobody is signed in. */
    firstCallsSent?: Promise<void> | undefined
  }
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The answers to requests that were sent before the page could ask, by method and path; each is taken once. */
export type FirstAnswers = Map<string, FirstAnswer>

/** `askedAt` as `performance.now()`: an old answer is none. `isOfDocument`: it came with the page, and no token was needed. */
export type FirstAnswer = { response: Promise<Response>; askedAt: number; isOfDocument: boolean }

export type FirstCallsDependencies = {
  /** Whether the server has seen the cookie of a session. */
  isSessionExpected: boolean
  path: string
  brandId: string
  /** What the server has answered with the document. */
  ofDocument: AnswersOfDocument
  fetch: Fetch
  /** ms, as `performance.now()`. */
  now(): number
}

/** `sent` ends once all of them are on their way, or none can be. */
export type FirstCalls = { answers: FirstAnswers; sent: Promise<void> }

/**
 * Asks for the token at once, and with it side by side for what the guards of the first screen and its list need and the
 * document has not brought along.
 */
export function askFirst(dependencies: FirstCallsDependencies): FirstCalls {
  const { isSessionExpected, path, brandId, ofDocument, fetch, now } = dependencies
  const answers: FirstAnswers = new Map()
  if (!isSessionExpected) return { answers, sent: Promise.resolve() }
  const keep = (request: string, response: Promise<Response>, isOfDocument = false) => {
    // Whoever takes the answer hears of its failure.
    response.catch(() => undefined)
    answers.set(request, { response, askedAt: now(), isOfDocument })
  }
  const asked = fetch('/auth/token', { method: 'POST' })
  // The page reads the answer itself, too.
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

/** What was asked longer ago may have changed. */
export const validMs = 15_000

/**
 * A fetch that takes what was asked before the page could ask. Whatever the page changes makes all of it old; what
 * failed is asked for again, but for the word that nobody is signed in.
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
    const response = await Promise.race([first.response, ended(init.signal)]).catch(() => null)
    return response && (response.ok || response.status === 401) ? response : fetch(url, init)
  }
}

/** Takes what the document has brought along for a GET of `url`; null for nothing, or nothing new enough. */
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

/** Whether the server has answered for a session with the document. */
export function isLetIn(answers: FirstAnswers): boolean {
  return [...answers.values()].some(({ isOfDocument }) => isOfDocument)
}

function isOld({ askedAt }: FirstAnswer, now: () => number): boolean {
  return now() - askedAt > validMs
}

/** Whoever gives up waiting hears so from the request that follows. */
async function ended(signal: AbortSignal | null | undefined): Promise<null> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null), { once: true }))
}
