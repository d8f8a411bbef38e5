import type * as z from 'zod/mini'
import type { AnswerOf, UnparsedRequest, Endpoint, JsonEndpoint } from '#contract/endpoint.ts'
import { idempotencyHeader } from '#contract/idempotency.ts'
import { type FieldError, problem, type RefusalCode } from '#contract/refusals.ts'
import type { ServerEndpointOf } from '#contract/server-endpoint-of.ts'
import { parseJson } from '#contract/parse-json.ts'

/** The reason why a call failed. It is serialisable, because the Redux store contains it. Specification 13.3. */
export type CallFailure =
  | {
      kind: 'refused'
      status: number
      code: RefusalCode
      errors: FieldError[]
      retryAfterS: number | null
      reason?: string
    }
  | { kind: 'unauthenticated' }
  /**
   * The server refused the call because the person has not accepted the terms or has no country (status 412). `route`:
   * the page on which the person can do so.
   */
  | { kind: 'terms'; route: string }
  | { kind: 'network' }
  | { kind: 'timeout' }
  /** The answer does not match the contract. */
  | { kind: 'unexpected'; status: number }

/** Whether the server refused a call with one of these codes. */
export function isRefusedWith(failure: CallFailure | undefined, ...codes: readonly RefusalCode[]): boolean {
  return failure?.kind === 'refused' && codes.includes(failure.code)
}

export class CallError extends Error {
  override name = 'CallError'
  readonly failure: CallFailure

  constructor(failure: CallFailure, options?: ErrorOptions) {
    super(`The call failed: ${failure.kind}`, options)
    this.failure = failure
  }
}

/**
 * The access tokens of the session. `renew` fetches a new token. Both functions resolve to null if nobody is signed in.
 */
export type AccessTokens = { token(): Promise<string | null>; renew(): Promise<string | null> }

type InputField = 'params' | 'query' | 'body'
type NeededInput<E extends Endpoint> = {
  [Part in InputField as ServerEndpointOf<E>[Part] extends null ? never : Part]: UnparsedRequest<
    ServerEndpointOf<E>
  >[Part]
}
/**
 * `key` is the Idempotency-Key of a POST request. If a request with the same key is repeated, the server returns its
 * first answer. Specification 13.11.
 */
type WithKey<E extends Endpoint> = E['method'] extends 'POST' ? { key?: string } : unknown
type OptionalInput<E extends Endpoint> = E['method'] extends 'POST' ? [input?: { key?: string }] : []
type CallArguments<E extends Endpoint> = keyof NeededInput<E> extends never
  ? OptionalInput<E>
  : [NeededInput<E> & WithKey<E>]

/** Calls one endpoint of the contract and returns its parsed answer. @throws CallError if the call fails */
export type ApiCall = <E extends JsonEndpoint>(endpoint: E, ...input: CallArguments<E>) => Promise<AnswerOf<E>>

type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type CallTransport = {
  fetch: Fetch
  tokens: AccessTokens
  /**
   * Returns the answer to a GET request of this URL if the server sent that answer with the document; otherwise null.
   * Returns each answer only once.
   */
  atHand?(url: string): Promise<Response> | null
  /**
   * Called after a failed call, and after its repeat with a new token if there is one. The caller also gets the
   * failure.
   */
  observe(failure: CallFailure, endpoint: Endpoint): void
  /**
   * Returns the language of the page, which the server stores with a consent. If the function is absent, the browser
   * sends its own languages.
   */
  language?: () => string
  timeLimitMs?: number
}

const defaultTimeLimitMs = 15_000

type AnyArguments = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; key?: string }

/**
 * Creates the function that calls endpoints. If the server answers 401, the function renews the token and repeats the
 * call once. The function shows no message and does not navigate. Specification 7 and 14.7.
 */
export function createApiCall(transport: CallTransport): ApiCall {
  return (endpoint, ...[input = {}]: (AnyArguments | undefined)[]) =>
    withObserver(transport, endpoint, async () => {
      const response =
        (await findCachedAnswer(transport, endpoint, input)) ??
        (await withToken(transport, endpoint, (token) => sendRequest(transport, { endpoint, input, token })))
      return answerOf(endpoint, response)
    })
}

function findCachedAnswer(
  { atHand }: CallTransport,
  endpoint: Endpoint,
  input: AnyArguments,
): Promise<Response> | null {
  return endpoint.method === 'GET' && atHand ? atHand(urlOf(endpoint, input)) : null
}

/** An endpoint whose answer is a file. */
export type DownloadEndpoint = Endpoint & { answer: 'file' }

export type FileRequestOptions<E extends DownloadEndpoint> = {
  params: UnparsedRequest<ServerEndpointOf<E>>['params']
  /** Additional request headers, for example `range` to resume a transfer. RFC 9110, section 14. */
  headers?: Readonly<Record<string, string>>
  /** Aborts the transfer, including the body. */
  signal?: AbortSignal
}

/**
 * Requests a file, and returns the answer with status 200 or 206 before its body is read. @throws CallError if the
 * request fails
 */
export type FileOpener = <E extends DownloadEndpoint>(endpoint: E, input: FileRequestOptions<E>) => Promise<Response>

/**
 * Creates the function that requests files with the session's token. The function sets no time limit; callers abort the
 * request by the signal.
 */
export function createFileOpener(transport: CallTransport): FileOpener {
  return async (endpoint, { params, headers, signal }) => {
    const url = urlOf(endpoint, { params: params as Record<string, unknown> })
    const attempt = (token: string | null) =>
      fetchOrCallError(transport.fetch, url, {
        headers: { ...headers, ...authorizationOf(token) },
        ...(signal && { signal }),
      })
    return withObserver(transport, endpoint, async () => {
      const response = await withToken(transport, endpoint, attempt)
      if (!response.ok) throw new CallError(await failureOfAnswer(response))
      return response
    })
  }
}

/**
 * Runs the action. Reports a failure to the observer and throws it. An error that is not a `CallError` counts as a
 * network failure.
 */
async function withObserver<T>({ observe }: CallTransport, endpoint: Endpoint, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const callError = error instanceof CallError ? error : new CallError({ kind: 'network' }, { cause: error })
    observe(callError.failure, endpoint)
    throw callError
  }
}

type Attempt = (token: string | null) => Promise<Response>

/**
 * Sends a request. If an endpoint that is not public answers 401, renews the token and sends the request once more.
 * Specification 14.7.
 */
async function withToken({ tokens }: CallTransport, endpoint: Endpoint, attempt: Attempt): Promise<Response> {
  const first = await attempt(await tokens.token())
  if (first.status !== 401 || endpoint.access === 'public') return first
  const token = await tokens.renew()
  return token === null ? first : attempt(token)
}

type Outgoing = { endpoint: Endpoint; input: AnyArguments; token: string | null }

async function sendRequest(transport: CallTransport, request: Outgoing): Promise<Response> {
  const { fetch, timeLimitMs = defaultTimeLimitMs, language } = transport
  const { endpoint, input, token } = request
  return fetchWithTimeout({ fetch, limitMs: timeLimitMs }, urlOf(endpoint, input), {
    method: endpoint.method,
    headers: { ...headersOf(input, token), ...(language && { 'accept-language': language() }) },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
}

type LimitedFetch = { fetch: Fetch; limitMs: number }

/** Fetches with a time limit. @throws CallError `timeout` after the limit, `network` if there is no answer */
export async function fetchWithTimeout(
  { fetch, limitMs }: LimitedFetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  return fetchOrCallError(fetch, url, { ...init, signal: AbortSignal.timeout(limitMs) })
}

/** Fetches, and converts a rejection to a {@link CallError}. */
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

async function answerOf<E extends JsonEndpoint>(endpoint: E, response: Response): Promise<AnswerOf<E>> {
  const schema = response.status === 202 && endpoint.waiting ? endpoint.waiting : endpoint.answer
  if (schema !== null) return readAnswer(schema, response) as Promise<AnswerOf<E>>
  if (!response.ok) throw new CallError(await failureOfAnswer(response))
  return undefined as AnswerOf<E>
}

/** Parses the body of an answer. @throws CallError for a refusal, and for a body that does not match the schema */
export async function readAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  response: Response,
): Promise<z.infer<Schema>> {
  if (!response.ok) throw new CallError(await failureOfAnswer(response))
  const parsed = schema.safeParse(parseJson(await response.text()))
  if (!parsed.success) throw new CallError({ kind: 'unexpected', status: response.status }, { cause: parsed.error })
  return parsed.data
}

/** Returns the failure for an answer with an error status. Specification 13.3 and 14.7. */
export async function failureOfAnswer(response: Response): Promise<CallFailure> {
  if (response.status === 401) return { kind: 'unauthenticated' }
  const parsed = problem.safeParse(parseJson(await response.text()))
  if (!parsed.success) return { kind: 'unexpected', status: response.status }
  const { status, code, errors = [], route, reason } = parsed.data
  if (status === 412) return { kind: 'terms', route: route ?? '/accept-tos' }
  const refusal = { kind: 'refused', status, code, errors, retryAfterS: retryAfterOf(response) } as const
  return reason === undefined ? refusal : { ...refusal, reason }
}

/**
 * Returns the seconds of `Retry-After`; null if the header is missing or has no number. RFC 9110 also allows a date,
 * which this API never sends.
 */
function retryAfterOf(response: Response): number | null {
  const header = response.headers.get('retry-after')
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}
