import * as z from 'zod/mini'

/** The stable, machine-readable codes of refusals under /api/2. Specification 13.3. */
export const refusalCodes = [
  'invalid-request',
  'unauthenticated',
  'insufficient-scope',
  'not-owner',
  'not-allowed-in-role',
  'foreign-origin',
  'sign-in-too-old',
  'credentials-rejected',
  'not-found',
  'method-not-allowed',
  'already-added',
  'country-locked',
  'provider-exists',
  'support-exists',
  'consent-text-changed',
  'address-missing',
  'exports-open',
  'invitation-limit',
  'request-limit',
  'program-limit',
  'program-closed',
  'no-owner',
  'gateway-offline',
  'takeover-open',
  'takeover-refused',
  'handover-open',
  'in-progress',
  'idempotency-mismatch',
  'terms-not-accepted',
  'country-missing',
  'too-large',
  'unsupported-media-type',
  'too-many-requests',
  'unavailable',
  'internal-error',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/**
 * A field that breaks a rule. `path`, such as `credentials.serial`, names the field; `code`, such as `required`,
 * names the rule.
 */
export const fieldError = z.object({ path: z.string(), code: z.string() })

export type FieldError = z.infer<typeof fieldError>

/**
 * The body of every refusal: `application/problem+json`. `reason` is `used` if this person has already accepted the
 * invitation. RFC 9457, Specification 13.3.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(refusalCodes),
  errors: z.optional(z.array(fieldError)),
  route: z.optional(z.string()),
  reason: z.optional(z.string()),
})

export type Problem = z.infer<typeof problem>
