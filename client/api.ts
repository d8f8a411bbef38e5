import type * as z from 'zod/mini'
import type { Answer, CallInput, Endpoint, JsonEndpoint } from '#contract/endpoint.ts'
import { idempotencyHeader } from '#contract/idempotency.ts'
import { requestIdHeader } from '#contract/push.ts'
import { type FieldError, problem, type RefusalCode } from '#contract/refusals.ts'
import type { ServedAs } from '#contract/served-as.ts'

/** Why a call brought nothing. Serialisable, so that it can stand in the store. Specification 13.3. */
export type Failure =
  | {
      kind: 'refused'
      status: number
      code: RefusalCode
      errors: FieldError[]
      retryAfterS: number | null
    }
  | { kind: 'unauthenticated' }
  /** Terms or country missing (412); `route` is where they are given. */
  | { kind: 'terms'; route: string }
  | { kind: 'network' }
  | { kind: 'timeout' }
  /** An answer that the contract does not know. */
  | { kind: 'unexpected'; status: number }

export class CallError extends Error {
  override name = 'CallError'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(`The call failed: ${failure.kind}`, options)
    this.failure = failure
  }
}

/** What the transport asks of the session: the token at hand, and a new one; null when nobody is signed in. */
export type AccessTokens = { token(): Promise<string | null>; renew(): Promise<string | null> }

type Parts = 'params' | 'query' | 'body'
type Needed<E extends Endpoint> = {
  [Part in Parts as ServedAs<E>[Part] extends null ? never : Part]: CallInput<ServedAs<E>>[Part]
}
/**
 * `key` is the Idempotency-Key of a POST request: the server answers a repeat of it with the first answer.
 * Specification 13.11.
 */
type Keyed<E extends Endpoint> = E['method'] extends 'POST' ? { key?: string } : unknown
type Input<E extends Endpoint> = keyof Needed<E> extends never ? [] : [Needed<E> & Keyed<E>]

/** Calls one path of the contract; rejects with {@link CallError}. */
export type ApiCall = <E extends JsonEndpoint>(endpoint: E, ...input: Input<E>) => Promise<Answer<E>>

type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Transport = {
  fetch: Fetch
  tokens: AccessTokens
  /** The answer to a GET of this address that is there already and needs no token; null for none. */
  atHand?(url: string): Promise<Response> | null
  /** Hears of every failure, after the repeat; whoever composes the page decides what follows. */
  observe(failure: Failure, endpoint: Endpoint): void
  /** Hears how the server named a request whose answer has come. */
  answered?(requestId: string): void
  /** The language of the page, which a consent is stored with; the browser's own where there is none yet. */
  language?: () => string
  timeLimitMs?: number
}

const defaultTimeLimitMs = 15_000

type AnyInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; key?: string }

/**
 * The typed caller of the contract's table. On 401 it renews the token and repeats once. It shows nothing and
 * goes nowhere. Specification 7 and 14.7.
 */
export function createApiCall(transport: Transport): ApiCall {
  return (endpoint, ...[input = {}]: AnyInput[]) =>
    observed(transport, endpoint, async () => {
      const response =
        (await answerAtHand(transport, endpoint, input)) ??
        (await signedIn(transport, endpoint, (token) => send(transport, { endpoint, input, token })))
      const answer = await answerOf(endpoint, response)
      const requestId = response.headers.get(requestIdHeader)
      if (requestId !== null) transport.answered?.(requestId)
      return answer
    })
}

function answerAtHand({ atHand }: Transport, endpoint: Endpoint, input: AnyInput): Promise<Response> | null {
  return endpoint.method === 'GET' && atHand ? atHand(urlOf(endpoint, input)) : null
}

/** An endpoint that answers a file. */
export type DownloadEndpoint = Endpoint & { answer: 'file' }

export type FileInput<E extends DownloadEndpoint> = {
  params: CallInput<ServedAs<E>>['params']
  /** Such as `range`, to go on where a transfer broke. RFC 9110, section 14. */
  headers: Readonly<Record<string, string>>
  /** Ends the transfer, the body's included. */
  signal: AbortSignal
}

/** Opens a file of the contract: an answer of 200 or 206 whose body is still to be read. Rejects with {@link CallError}. */
export type OpenFile = <E extends DownloadEndpoint>(endpoint: E, input: FileInput<E>) => Promise<Response>

/** The opener of files, signed in as every call; how long the body takes is the caller's to watch. */
export function createOpenFile(transport: Transport): OpenFile {
  return async (endpoint, { params, headers, signal }) => {
    const url = urlOf(endpoint, { params: params as Record<string, unknown> })
    const attempt = (token: string | null) =>
      fetchSaying(transport.fetch, url, { headers: { ...headers, ...authorizationOf(token) }, signal })
    return observed(transport, endpoint, async () => {
      const response = await signedIn(transport, endpoint, attempt)
      if (!response.ok) throw new CallError(await failureOfAnswer(response))
      return response
    })
  }
}

/** Tells the observer of every failure, and makes one of what the page did not expect. */
async function observed<T>({ observe }: Transport, endpoint: Endpoint, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const failed = error instanceof CallError ? error : new CallError({ kind: 'network' }, { cause: error })
    observe(failed.failure, endpoint)
    throw failed
  }
}

type Attempt = (token: string | null) => Promise<Response>

/** On 401 the token is renewed, and the attempt repeated once. Specification 14.7. */
async function signedIn({ tokens }: Transport, endpoint: Endpoint, attempt: Attempt): Promise<Response> {
  const first = await attempt(await tokens.token())
  if (first.status !== 401 || endpoint.access === 'public') return first
  const token = await tokens.renew()
  return token === null ? first : attempt(token)
}

type Outgoing = { endpoint: Endpoint; input: AnyInput; token: string | null }

async function send(transport: Transport, outgoing: Outgoing): Promise<Response> {
  const { fetch, timeLimitMs = defaultTimeLimitMs, language } = transport
  const { endpoint, input, token } = outgoing
  return fetchWithin({ fetch, limitMs: timeLimitMs }, urlOf(endpoint, input), {
    method: endpoint.method,
    headers: { ...headersOf(input, token), ...(language && { 'accept-language': language() }) },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
}

type Limited = { fetch: Fetch; limitMs: number }

/** A fetch that ends: rejects with `timeout` after the limit and with `network` when nobody answers. */
export async function fetchWithin({ fetch, limitMs }: Limited, url: string, init: RequestInit): Promise<Response> {
  return fetchSaying(fetch, url, { ...init, signal: AbortSignal.timeout(limitMs) })
}

/** A fetch that says as {@link CallError} why nobody answered. */
async function fetchSaying(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new CallError({ kind: timedOut ? 'timeout' : 'network' }, { cause })
  }
}

function urlOf(endpoint: Endpoint, { params = {}, query = {} }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const present = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

function headersOf({ body, key }: AnyInput, token: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { [idempotencyHeader]: key }),
    ...authorizationOf(token),
  }
}

function authorizationOf(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

async function answerOf<E extends JsonEndpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  if (endpoint.answer !== null) return readAnswer(endpoint.answer, response) as Promise<Answer<E>>
  if (!response.ok) throw new CallError(await failureOfAnswer(response))
  return undefined as Answer<E>
}

/** What was answered. @throws CallError for a refusal, and for what the schema does not know */
export async function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  response: Response,
): Promise<z.infer<Schema>> {
  if (!response.ok) throw new CallError(await failureOfAnswer(response))
  const parsed = schema.safeParse(await jsonOf(response))
  if (!parsed.success) throw new CallError({ kind: 'unexpected', status: response.status }, { cause: parsed.error })
  return parsed.data
}

/** What a refusal means to the page. Specification 13.3 and 14.7. */
export async function failureOfAnswer(response: Response): Promise<Failure> {
  if (response.status === 401) return { kind: 'unauthenticated' }
  const parsed = problem.safeParse(await jsonOf(response))
  if (!parsed.success) return { kind: 'unexpected', status: response.status }
  const { status, code, errors = [], route } = parsed.data
  if (status === 412) return { kind: 'terms', route: route ?? '/accept-tos' }
  return { kind: 'refused', status, code, errors, retryAfterS: retryAfterOf(response) }
}

/** The body as JSON; null where it is none, which no schema of the contract accepts. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Seconds to wait, from `Retry-After`; RFC 9110 also allows a date, which this API never sends. */
function retryAfterOf(response: Response): number | null {
  const header = response.headers.get('retry-after')
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}
