import type { Findings } from './findings.ts'
import type { TokenIssuer } from '../access-tokens.ts'

/**
 * The outcome of a call. `refused`: the answer was 4xx. `away`: the answer was 5xx. `lost`: there was no answer. After
 * `away` and `lost`, nobody knows whether the server has done the work.
 */
export type CallOutcome =
  | { kind: 'done'; status: number; headers: Headers; body: Buffer }
  | { kind: 'refused'; status: number; code: string }
  | { kind: 'away' }
  | { kind: 'lost' }

/** A request that `person` sends. `path` is the part of the URL after the URL of the API. */
export type ApiRequest = {
  person: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** Sends a request to the API. Returns failures as an outcome and never rejects. */
export type CallApi = (request: ApiRequest) => Promise<CallOutcome>

/** `url`: the URL of the API, without a slash at its end. */
type ApiOptions = { url: string; tokens: TokenIssuer; findings: Findings }

const answerTimeoutMs = 20_000

/**
 * Returns a function that calls the API. If an answer is 5xx, except 503 with Retry-After, the function reports it as a
 * broken invariant.
 */
export function createApiCaller({ url, tokens, findings }: ApiOptions): CallApi {
  return async ({ person, method, path, body }) => {
    try {
      const response = await fetch(`${url}/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await tokens.of(person)}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      const content = Buffer.from(await response.arrayBuffer())
      return judgeResponse(findings, response, { content, call: `${method} ${path}` })
    } catch (error) {
      findings.addClientError(`call: ${reasonOf(error)}`)
      return { kind: 'lost' }
    }
  }
}

type Judged = { content: Buffer; call: string }

function judgeResponse(findings: Findings, { status, headers }: Response, { content, call }: Judged): CallOutcome {
  if (status < 400) return { kind: 'done', status, headers, body: content }
  const code = codeIn(content)
  if (status < 500) return { kind: 'refused', status, code }
  const isPromised = status === 503 && headers.has('retry-after')
  if (!isPromised) findings.addBrokenInvariant(`${call} was answered ${status} ${code}`)
  else findings.addClientError('call: 503')
  return { kind: 'away' }
}

function codeIn(content: Buffer): string {
  try {
    return String((JSON.parse(content.toString()) as { code?: unknown }).code)
  } catch {
    return content.toString('utf8', 0, 80)
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? name
}
