import type * as z from 'zod/mini'
import type { Answer, CallInput, Endpoint, JsonEndpoint } from '#contract/endpoint.ts'
import { idempotencyHeader } from '#contract/idempotency.ts'
import { type FieldError, problem, type RefusalCode } from '#contract/refusals.ts'
import type { ServedAs } from '#contract/served-as.ts'

/** Why a call failed. Serialisable, so that it can be in the store. Specification 13.3. */
export type Failure =
  | {
      kind: 'refused'
      status: number
      code: RefusalCode
      errors: FieldError[]
      retryAfterS: number | null
      reason?: string
    }
  | { kind: 'unauthenticated' }
  /** Terms or country are missing (412); `route` is the page for them. */
  | { kind: 'terms'; route: string }
  | { kind: 'network' }
  | { kind: 'timeout' }
  /** An answer that does not match the contract. */
  | { kind: 'unexpected'; status: number }

export class CallError extends Error {
  override name = 'CallError'
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(`The call failed: ${failure.kind}`, options)
    this.failure = failure
  }
}

/** The session for the transport: the current token, and a renewed one; null when nobody is signed in. */
export type AccessTokens = { token(): Promise<string | null>; renew(): Promise<string | null> }

type InputField = 'params' | 'query' | 'body'
type NeededInput<E extends Endpoint> = {
  [Part in InputField as ServedAs<E>[Part] extends null ? never : Part]: CallInput<ServedAs<E>>[Part]
}
/**
 * `key` is the Idempotency-Key of a POST request: the server answers a repeat of it with the first answer.
 * Specification 13.11.
 */
type WithKey<E extends Endpoint> = E['method'] extends 'POST' ? { key?: string } : unknown
type OptionalInput<E extends Endpoint> = E['method'] extends 'POST' ? [input?: { key?: string }] : []
type CallArguments<E extends Endpoint> = keyof NeededInput<E> extends never
  ? OptionalInput<E>
  : [NeededInput<E> & WithKey<E>]

/** Calls one path of the contract; rejects with {@link CallError}. */
export type ApiCall = <E extends JsonEndpoint>(endpoint: E, ...input: CallArguments<E>) => Promise<Answer<E>>

type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Transport = {
  fetch: Fetch
  tokens: AccessTokens
  /** A cached answer to a GET of this address, which needs no token; null for none. */
  atHand?(url: string): Promise<Response> | null
  /** Called with every failure, after the repeat; the caller decides what follows. */
  observe(failure: Failure, endpoint: Endpoint): void
  /** The language of the page, which is stored with a consent; by default the browser's own. */
  language?: () => string
  timeLimitMs?: number
}

const defaultTimeLimitMs = 15_000

type AnyArguments = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; key?: string }

/**
 * Calls the endpoints of the contract with types. On 401 it renews the token and repeats once. It shows nothing and
 * does not navigate. Specification 7 and 14.7.
 */
export function createApiCall(transport: Transport): ApiCall {
  return (endpoint, ...[input = {}]: (AnyArguments | undefined)[]) =>
    withObserver(transport, endpoint, async () => {
      const response =
        (await findCachedAnswer(transport, endpoint, input)) ??
        (await withToken(transport, endpoint, (token) => send(transport, { endpoint, input, token })))
      return answerOf(endpoint, response)
    })
}

function findCachedAnswer({ atHand }: Transport, endpoint: Endpoint, input: AnyArguments): Promise<Response> | null {
  return endpoint.method === 'GET' && atHand ? atHand(urlOf(endpoint, input)) : null
}

/** An endpoint that answers a file. */
export type DownloadEndpoint = Endpoint & { answer: 'file' }

export type FileInput<E extends DownloadEndpoint> = {
  params: CallInput<ServedAs<E>>['params']
  /** For example `range`, to resume a transfer. RFC 9110, section 14. */
  headers: Readonly<Record<string, string>>
  /** Aborts the transfer, including the body. */
  signal: AbortSignal
}

/** Opens a file of the contract: an answer of 200 or 206 whose body is not read yet. Rejects with {@link CallError}. */
export type OpenFile = <E extends DownloadEndpoint>(endpoint: E, input: FileInput<E>) => Promise<Response>

/** Opens files with the token of the session; the caller limits the time of the body. */
export function createOpenFile(transport: Transport): OpenFile {
  return async (endpoint, { params, headers, signal }) => {
    const url = urlOf(endpoint, { params: params as Record<string, unknown> })
    const attempt = (token: string | null) =>
      fetchOrCallError(transport.fetch, url, { headers: { ...headers, ...authorizationOf(token) }, signal })
    return withObserver(transport, endpoint, async () => {
      const response = await withToken(transport, endpoint, attempt)
      if (!response.ok) throw new CallError(await failureOfAnswer(response))
      return response
    })
  }
}

/** Reports every failure to the observer, and converts unexpected errors to failures. */
async function withObserver<T>({ observe }: Transport, endpoint: Endpoint, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const failed = error instanceof CallError ? error : new CallError({ kind: 'network' }, { cause: error })
    observe(failed.failure, endpoint)
    throw failed
  }
}

type Attempt = (token: string | null) => Promise<Response>

/** Renews the token on 401, and repeats the attempt once. Specification 14.7. */
async function withToken({ tokens }: Transport, endpoint: Endpoint, attempt: Attempt): Promise<Response> {
  const first = await attempt(await tokens.token())
  if (first.status !== 401 || endpoint.access === 'public') return first
  const token = await tokens.renew()
  return token === null ? first : attempt(token)
}

type Outgoing = { endpoint: Endpoint; input: AnyArguments; token: string | null }

async function send(transport: Transport, outgoing: Outgoing): Promise<Response> {
  const { fetch, timeLimitMs = defaultTimeLimitMs, language } = transport
  const { endpoint, input, token } = outgoing
  return fetchWithTimeout({ fetch, limitMs: timeLimitMs }, urlOf(endpoint, input), {
    method: endpoint.method,
    headers: { ...headersOf(input, token), ...(language && { 'accept-language': language() }) },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
}

type LimitedFetch = { fetch: Fetch; limitMs: number }

/** A fetch with a time limit: rejects with `timeout` after it, and with `network` without an answer. */
export async function fetchWithTimeout(
  { fetch, limitMs }: LimitedFetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  return fetchOrCallError(fetch, url, { ...init, signal: AbortSignal.timeout(limitMs) })
}

/** A fetch that rejects with a {@link CallError} if there is no answer. */
async function fetchOrCallError(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new CallError({ kind: timedOut ? 'timeout' : 'network' }, { cause })
  }
}

function urlOf(endpoint: Endpoint, { params = {}, query = {} }: AnyArguments): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const present = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

function headersOf({ body, key }: AnyArguments, token: string | null): Record<string, string> {
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
  const schema = response.status === 202 && endpoint.waiting ? endpoint.waiting : endpoint.answer
  if (schema !== null) return readAnswer(schema, response) as Promise<Answer<E>>
  if (!response.ok) throw new CallError(await failureOfAnswer(response))
  return undefined as Answer<E>
}

/** Parses an answer. @throws CallError for a refusal, and for an answer that does not match the schema */
export async function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  response: Response,
): Promise<z.infer<Schema>> {
  if (!response.ok) throw new CallError(await failureOfAnswer(response))
  const parsed = schema.safeParse(await jsonOf(response))
  if (!parsed.success) throw new CallError({ kind: 'unexpected', status: response.status }, { cause: parsed.error })
  return parsed.data
}

/** The failure for a refusal. Specification 13.3 and 14.7. */
export async function failureOfAnswer(response: Response): Promise<Failure> {
  if (response.status === 401) return { kind: 'unauthenticated' }
  const parsed = problem.safeParse(await jsonOf(response))
  if (!parsed.success) return { kind: 'unexpected', status: response.status }
  const { status, code, errors = [], route, reason } = parsed.data
  if (status === 412) return { kind: 'terms', route: route ?? '/accept-tos' }
  const refused = { kind: 'refused', status, code, errors, retryAfterS: retryAfterOf(response) } as const
  return reason === undefined ? refused : { ...refused, reason }
}

/** The body as JSON; null if it is invalid, which every schema of the contract rejects. */
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
