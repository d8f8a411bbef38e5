import type * as z from 'zod/mini'
import type { FieldError } from '#contract/refusals.ts'
import { Refusal } from './refusals.ts'

type Issue = z.core.$ZodIssue

/**
 * The codes of zod issues that mean a wrong shape. Any other issue means that the value breaks a rule of
 * Specification 5.
 */
const shapeIssues: ReadonlySet<Issue['code']> = new Set([
  'invalid_type',
  'unrecognized_keys',
  'invalid_union',
  'invalid_key',
  'invalid_element',
  'invalid_value',
])

/**
 * A request body that has the right shape. `requireValid` returns the body, or throws Refusal `rule-broken` if a value
 * breaks a rule.
 */
export type CheckedBody<Body> = { requireValid(): Body }

/**
 * Checks a body in two steps. A wrong shape is refused immediately (400). A broken rule is refused when the handler
 * calls `requireValid` (422), after the handler has authorised the caller. Specification 13.2.
 * @throws Refusal `malformed`
 */
export function checkBody<Body>(schema: z.ZodMiniType<Body>, value: unknown): CheckedBody<Body> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { requireValid: () => parsed.data }
  const { issues } = parsed.error
  if (issues.some((issue) => shapeIssues.has(issue.code)))
    throw new Refusal('malformed', { errors: issues.map(toFieldError) })
  return {
    requireValid: () => {
      throw new Refusal('rule-broken', { errors: issues.map(toFieldError) })
    },
  }
}

/**
 * Parses the query of a URL. If `schema` is null, the endpoint accepts no parameters, and the result is null.
 * Specification 13.1.
 * @throws Refusal `malformed`
 */
export function parseQuery<Query>(schema: z.ZodMiniType<Query> | null | undefined, value: unknown): Query | null {
  if (!schema) return refuseParameters(value)
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('malformed', { errors: parsed.error.issues.map(toFieldError) })
  return parsed.data
}

function refuseParameters(query: unknown): null {
  const errors = Object.keys(query ?? {}).map((name) => ({ path: name.slice(0, maxPathLength), code: shapeCode }))
  if (errors.length > 0) throw new Refusal('malformed', { errors })
  return null
}

/**
 * Parses the parameters of a path. An invalid id means that the resource does not exist.
 * @throws Refusal `not-found`
 */
export function parseParams<Params>(schema: z.ZodMiniType<Params>, value: unknown): Params {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('not-found')
  return parsed.data
}

const shapeCode = 'shape'
const maxPathLength = 200

/**
 * Converts an issue of zod to a field error. For a broken rule, the code of the error is the schema's message. All
 * wrong shapes have the same code.
 */
function toFieldError(issue: Issue): FieldError {
  const code = shapeIssues.has(issue.code) || !/^[a-z-]+$/u.test(issue.message) ? shapeCode : issue.message
  return { path: issue.path.join('.').slice(0, maxPathLength), code }
}
