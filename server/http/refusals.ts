import { clientSigningAlgorithms } from '#contract/public-keys.ts'
import type { FieldError, Problem, RefusalCode } from '#contract/refusals.ts'

/**
 * Why a request was refused: the code in the answer, except that a wrong shape and a broken rule share one, and a token
 * without a proof of its key has that of an invalid token. Specification 13.3.
 */
export type RefusalKind = Exclude<RefusalCode, 'invalid-request'> | 'malformed' | 'rule-broken' | 'unproven'

type Answer = { status: number; code: RefusalCode; title: string }

const answersByKind: Readonly<Record<RefusalKind, Answer>> = {
  malformed: { status: 400, code: 'invalid-request', title: 'Malformed request' },
  'rule-broken': { status: 422, code: 'invalid-request', title: 'Rule broken' },
  unauthenticated: { status: 401, code: 'unauthenticated', title: 'No valid access token' },
  unproven: { status: 401, code: 'unauthenticated', title: 'No valid proof of the key' },
  'insufficient-scope': { status: 403, code: 'insufficient-scope', title: 'Scope missing' },
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
  /** Why a process is not ready, for operators; or `used` for an invitation that this person has accepted. */
  reason?: string
  retryAfterS?: number
  cause?: unknown
}

/** A refusal with a stable kind, sent as `application/problem+json`. RFC 9457. */
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

/** A refusal after which the caller may try again after `waitMs`. */
export function tooManyRequests(waitMs: number): Refusal {
  return new Refusal('too-many-requests', { retryAfterS: Math.ceil(waitMs / 1000) })
}

export function isRefusalKind(name: string): name is RefusalKind {
  return Object.hasOwn(answersByKind, name)
}

export function statusOf(kind: RefusalKind): number {
  return answersByKind[kind].status
}

/** Formats the body of a refusal. `errors` and `route` are present only if there are any. Specification 13.3. */
export function problemOf({ kind, detail }: Refusal): Problem {
  const { status, code, title } = answersByKind[kind]
  return {
    type: 'about:blank',
    title,
    status,
    code,
    ...(detail.errors && { errors: [...detail.errors] }),
    ...(detail.route && { route: detail.route }),
    ...(detail.reason && { reason: detail.reason }),
  }
}

const unavailableRetryS = 5

const dpopChallenge = `DPoP error="invalid_dpop_proof", algs="${clientSigningAlgorithms.join(' ')}"`

/** The headers of a refusal: the challenges of RFC 6750 and RFC 9449, and Retry-After. */
export function headersOf({ kind, detail }: Refusal): Record<string, string> {
  if (kind === 'unauthenticated') return { 'www-authenticate': 'Bearer error="invalid_token"' }
  if (kind === 'unproven') return { 'www-authenticate': dpopChallenge }
  if (kind === 'insufficient-scope') return { 'www-authenticate': 'Bearer error="insufficient_scope"' }
  if (kind === 'unavailable') return { 'retry-after': String(detail.retryAfterS ?? unavailableRetryS) }
  if (detail.retryAfterS !== undefined) return { 'retry-after': String(detail.retryAfterS) }
  return {}
}

/**
 * The status of success: POST creates something, no answer means no content. `isLater`: the server answers
 * before it does the work. Specification 13.1.
 */
export function statusOfSuccess(method: string, hasAnswer: boolean, { isLater = false } = {}): number {
  if (isLater) return 202
  if (!hasAnswer) return 204
  return method === 'POST' ? 201 : 200
}

/** The statuses of file answers: the whole file, a range, or a range outside of it. RFC 9110, 14 and 15. */
export const fileStatus = { whole: 200, part: 206, beyond: 416 } as const

/** The status if the client already has the current version. RFC 9110, section 15.4.5. */
export const notModified = 304

/** The status of the page's document: for an unknown path the same page says 'Page not found'. Specification 2.1. */
export function statusOfPage(exists: boolean): number {
  return exists ? 200 : 404
}

/** Whether a status of a Fastify error means that the request was wrong. */
export function isClientsFault(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500
}

/** The statuses of the metrics port, which sends no problems. */
export const metricsStatus = { found: 200, missing: 404, failed: 500, notReady: 503 } as const
