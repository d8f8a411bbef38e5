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

/** `askedAt` as `performance.now()`: an old answer is none. */
export type FirstAnswer = { response: Promise<Response>; askedAt: number }

export type FirstCallsDependencies = {
  /** Whether the server has seen the cookie of a session. */
  isSessionExpected: boolean
  path: string
  brandId: string
  fetch: Fetch
  /** ms, as `performance.now()`. */
  now(): number
}

/** `sent` ends once all of them are on their way, or none can be. */
export type FirstCalls = { answers: FirstAnswers; sent: Promise<void> }

const user = '/api/2/users/me'
const terms = '/api/2/tos/status'

/** Asks for the token at once, and with it side by side for what the guards of the first screen and its list need. */
export function askFirst({ isSessionExpected, path, brandId, fetch, now }: FirstCallsDependencies): FirstCalls {
  const answers: FirstAnswers = new Map()
  if (!isSessionExpected) return { answers, sent: Promise.resolve() }
  const ask = (method: string, url: string, response: Promise<Response>) => {
    // Whoever takes the answer hears of its failure.
    response.catch(() => undefined)
    answers.set(`${method} ${url}`, { response, askedAt: now() })
  }
  const asked = fetch('/auth/token', { method: 'POST' })
  // The page reads the answer itself, too.
  const token = asked.then((response) => tokenOf(response.clone()))
  ask('POST', '/auth/token', asked)
  for (const url of neededBy(path, brandId))
    ask(
      'GET',
      url,
      token.then((bearer) => read(fetch, url, bearer)),
    )
  const sent = token.then(() => undefined).catch(() => undefined)
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

/** Specification 2.1: what is asked before each route. Public pages need nothing of the API. */
function neededBy(path: string, brandId: string): string[] {
  if (path === '/' || path === '/invite' || /^\/appliances(?:\/|$)/u.test(path)) {
    return [user, terms, `/api/2/connections?${new URLSearchParams({ brand: brandId })}`]
  }
  return path === '/account' || path === '/account-add' ? [user, terms] : []
}

/** What was asked longer ago may have changed. */
const validMs = 15_000

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
    if (!first || now() - first.askedAt > validMs) return fetch(url, init)
    const response = await Promise.race([first.response, ended(init.signal)]).catch(() => null)
    return response && (response.ok || response.status === 401) ? response : fetch(url, init)
  }
}

/** Whoever gives up waiting hears so from the request that follows. */
async function ended(signal: AbortSignal | null | undefined): Promise<null> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null), { once: true }))
}
