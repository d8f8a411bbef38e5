import { clientSigningAlgorithms } from '#contract/client-public-keys.ts'
import type { FieldError, Problem, RefusalCode } from '#contract/refusals.ts'

/**
 * The reason of a refusal. The API answers with this name as the code, with three exceptions. `malformed` and
 * `rule-broken` have the code `invalid-request`. `unproven`, for a token without a valid proof of its key, has the
 * code `unauthenticated`. Specification 13.3.
 */
export type RefusalKind =
  | Exclude<RefusalCode, 'invalid-request'>
  | 'malformed'
  | 'rule-broken'
  | 'unproven'
  | 'needs-token-of-grant'
  | 'needs-token-of-client'

type Answer = { status: number; code: RefusalCode; title: string }

const answersByKind: Readonly<Record<RefusalKind, Answer>> = {
  malformed: { status: 400, code: 'invalid-request', title: 'Malformed request' },
  'rule-broken': { status: 422, code: 'invalid-request', title: 'Rule broken' },
  unauthenticated: { status: 401, code: 'unauthenticated', title: 'No valid access token' },
  unproven: { status: 401, code: 'unauthenticated', title: 'No valid proof of the key' },
  'insufficient-scope': { status: 403, code: 'insufficient-scope', title: 'Scope missing' },
  'needs-token-of-grant': { status: 403, code: 'insufficient-scope', title: 'Access token of a grant needed' },
  'needs-token-of-client': {
    status: 403,
    code: 'insufficient-scope',
    title: 'Access token by client credentials needed',
  },
  'not-owner': { status: 403, code: 'not-owner', title: 'Not the owner' },
  'not-allowed-in-role': { status: 403, code: 'not-allowed-in-role', title: 'Not allowed in this role' },
  'foreign-origin': { status: 403, code: 'foreign-origin', title: 'Foreign origin' },
  'sign-in-too-old': { status: 403, code: 'sign-in-too-old', title: 'Sign-in too old' },
  'credentials-rejected': { status: 403, code: 'credentials-rejected', title: 'Credentials rejected' },
  'not-found': { status: 404, code: 'not-found', title: 'Not found' },
  'method-not-allowed': { status: 405, code: 'method-not-allowed', title: 'Method not allowed' },
  'already-added': { status: 409, code: 'already-added', title: 'Already added' },
  'country-locked': { status: 409, code: 'country-locked', title: 'Country locked' },
  'provider-exists': { status: 409, code: 'provider-exists', title: 'Service provider exists' },
  'support-exists': { status: 409, code: 'support-exists', title: 'Customer support exists' },
  'consent-text-changed': { status: 409, code: 'consent-text-changed', title: 'Consent text changed' },
  'address-missing': { status: 409, code: 'address-missing', title: 'Address missing' },
  'exports-open': { status: 409, code: 'exports-open', title: 'Exports under way' },
  'invitation-limit': { status: 409, code: 'invitation-limit', title: 'Too many people or invitations' },
  'request-limit': { status: 409, code: 'request-limit', title: 'Too many open requests' },
  'program-limit': { status: 409, code: 'program-limit', title: 'Too many programs' },
  'program-closed': { status: 409, code: 'program-closed', title: 'Not possible in this state of the program' },
  'no-owner': { status: 409, code: 'no-owner', title: 'No owner' },
  'gateway-offline': { status: 409, code: 'gateway-offline', title: 'Gateway not connected' },
  'takeover-open': { status: 409, code: 'takeover-open', title: 'Takeover under way' },
  'takeover-refused': { status: 409, code: 'takeover-refused', title: 'Takeover was refused' },
  'handover-open': { status: 409, code: 'handover-open', title: 'A hand-over is open' },
  'in-progress': { status: 409, code: 'in-progress', title: 'First request under way' },
  'terms-not-accepted': { status: 412, code: 'terms-not-accepted', title: 'Terms not accepted' },
  'country-missing': { status: 412, code: 'country-missing', title: 'Country missing' },
  'too-large': { status: 413, code: 'too-large', title: 'Body too large' },
  'unsupported-media-type': { status: 415, code: 'unsupported-media-type', title: 'Not JSON' },
  'idempotency-mismatch': { status: 422, code: 'idempotency-mismatch', title: 'Key used for another request' },
  'too-many-requests': { status: 429, code: 'too-many-requests', title: 'Too many requests' },
  'internal-error': { status: 500, code: 'internal-error', title: 'Internal error' },
  unavailable: { status: 503, code: 'unavailable', title: 'Unavailable' },
}

export type RefusalDetail = {
  errors?: readonly FieldError[]
  route?: string
  /**
   * A further reason. For operators, it says why a process is not ready; for an invitation, `used` means that this
   * person has already accepted it.
   */
  reason?: string
  /**
   * What is wrong with the access token of an `unauthenticated` request: it is missing, or it was issued for another
   * API or purpose. Absent if the token is invalid for another reason.
   */
  token?: 'missing' | 'for-other-api'
  retryAfterS?: number
  cause?: unknown
}

/** A refusal of a request, with a stable kind. The server answers it as `application/problem+json`. RFC 9457. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly kind: RefusalKind
  readonly detail: RefusalDetail

  constructor(kind: RefusalKind, detail: RefusalDetail = {}) {
    super(kind, { cause: detail.cause })
    this.kind = kind
    this.detail = detail
  }
}

/** Creates the refusal for a caller that may try again after `waitMs` milliseconds. */
export function createTooManyRequestsRefusal(waitMs: number): Refusal {
  return new Refusal('too-many-requests', { retryAfterS: Math.ceil(waitMs / 1000) })
}

export function isRefusalKind(name: string): name is RefusalKind {
  return Object.hasOwn(answersByKind, name)
}

export function refusalStatusOf(kind: RefusalKind): number {
  return answersByKind[kind].status
}

/** Returns the body of a refusal. `errors` and `route` are absent if the refusal has none. Specification 13.3. */
export function problemOf({ kind, detail }: Refusal): Problem {
  const { status, code, title } = answersByKind[kind]
  return {
    type: 'about:blank',
    title: detail.token === 'for-other-api' ? 'Not an access token for this API' : title,
    status,
    code,
    ...(detail.errors && { errors: [...detail.errors] }),
    ...(detail.route && { route: detail.route }),
    ...(detail.reason && { reason: detail.reason }),
  }
}

const unavailableRetryS = 5

const dpopChallenge = `DPoP error="invalid_dpop_proof", algs="${clientSigningAlgorithms.join(' ')}"`

/**
 * Returns the headers of a refusal: the challenges of RFC 6750 and RFC 9449, and Retry-After. The challenge to a
 * request without a token has no error: RFC 6750, section 3.1.
 */
export function refusalHeadersOf({ kind, detail }: Refusal): Record<string, string> {
  if (kind === 'unauthenticated' && detail.token === 'missing') return { 'www-authenticate': 'Bearer' }
  if (kind === 'unauthenticated') return { 'www-authenticate': 'Bearer error="invalid_token"' }
  if (kind === 'unproven') return { 'www-authenticate': dpopChallenge }
  if (answersByKind[kind].code === 'insufficient-scope')
    return { 'www-authenticate': 'Bearer error="insufficient_scope"' }
  if (kind === 'unavailable') return { 'retry-after': String(detail.retryAfterS ?? unavailableRetryS) }
  if (detail.retryAfterS !== undefined) return { 'retry-after': String(detail.retryAfterS) }
  return {}
}

/**
 * Returns the status of a successful answer: 204 if the answer has no content, 201 for a POST, otherwise 200. With
 * `isLater` the status is 202, because the server answers before it does the work. Specification 13.1.
 */
export function successStatusOf(method: string, hasAnswer: boolean, { isLater = false } = {}): number {
  if (isLater) return 202
  if (!hasAnswer) return 204
  return method === 'POST' ? 201 : 200
}

/**
 * The statuses of file answers: the whole file, a part of it, or a refused range beyond its end. RFC 9110, 14 and 15.
 */
export const fileAnswerStatuses = { whole: 200, part: 206, beyond: 416 } as const

/** The status of an answer without content if the client already has the current version. RFC 9110, section 15.4.5. */
export const notModifiedStatus = 304

/**
 * Returns the status with which the server sends the HTML document of the app. For a path without a page, the app
 * shows 'Page not found'. Specification 2.1.
 */
export function pageStatusOf(exists: boolean): number {
  return exists ? 200 : 404
}

/** Whether an HTTP status means that the client made an error (4xx). */
export function isClientErrorStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500
}

/** The statuses of the metrics port, which sends no problem documents. */
export const metricsPortStatuses = { found: 200, missing: 404, failed: 500, notReady: 503 } as const
