import type { Findings } from './findings.ts'
import type { Tokens } from './tokens.ts'

/** The outcome of a call. `away`: answered 503. `lost`: no answer, so the server may or may not have done it. */
export type CallAnswer =
  | { kind: 'done'; status: number; headers: Headers; body: Buffer }
  | { kind: 'refused'; status: number; code: string }
  | { kind: 'away' }
  | { kind: 'lost' }

/** A call by `person`; `path` is what follows `/api/2/`. */
export type Request = {
  person: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** Sends a request. The promise never rejects. */
export type Call = (request: Request) => Promise<CallAnswer>

type ApiOptions = { url: string; tokens: Tokens; findings: Findings }

const answerTimeoutMs = 20_000

/** Calls to the API. A 5xx answer other than 503 with Retry-After is a finding. */
export function openApi({ url, tokens, findings }: ApiOptions): Call {
  return async ({ person, method, path, body }) => {
    try {
      const response = await fetch(`${url}/api/2/${path}`, {
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
      findings.met(`call: ${reasonOf(error)}`)
      return { kind: 'lost' }
    }
  }
}

type Judged = { content: Buffer; call: string }

function judgeResponse(findings: Findings, { status, headers }: Response, { content, call }: Judged): CallAnswer {
  if (status < 400) return { kind: 'done', status, headers, body: content }
  const code = codeIn(content)
  if (status < 500) return { kind: 'refused', status, code }
  const isPromised = status === 503 && headers.has('retry-after')
  if (!isPromised) findings.broken(`${call} was answered ${status} ${code}`)
  else findings.met('call: 503')
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
