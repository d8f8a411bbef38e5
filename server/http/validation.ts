import type * as z from 'zod/mini'
import type { FieldError } from '#contract/refusals.ts'
import { Refusal } from './refusals.ts'

type Issue = z.core.$ZodIssue

/** The codes of issues that mean a wrong shape. All other issues are broken rules of Specification 5. */
const shapeIssues: ReadonlySet<Issue['code']> = new Set([
  'invalid_type',
  'unrecognized_keys',
  'invalid_union',
  'invalid_key',
  'invalid_element',
  'invalid_value',
])

/** A body with the right shape. `read` checks its rules. */
export type CheckedBody<Body> = { read(): Body }

/**
 * Checks a body in two steps. A wrong shape (400) is refused before the handler runs, a broken rule (422) only after
 * the handler has authorised the caller. Specification 13.2.
 * @throws Refusal `malformed`
 */
export function checkBody<Body>(schema: z.ZodMiniType<Body>, value: unknown): CheckedBody<Body> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return { read: () => parsed.data }
  const { issues } = parsed.error
  if (issues.some((issue) => shapeIssues.has(issue.code)))
    throw new Refusal('malformed', { errors: issues.map(toFieldError) })
  return {
    read: () => {
      throw new Refusal('rule-broken', { errors: issues.map(toFieldError) })
    },
  }
}

/**
 * Parses a query. An endpoint without a schema accepts no parameters. Specification 13.1.
 * @throws Refusal `malformed`
 */
export function parseQuery<Query>(schema: z.ZodMiniType<Query> | null, value: unknown): Query | null {
  if (schema === null) return refuseParameters(value)
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

/** Converts an issue of zod. A broken rule has its code as the message; all wrong shapes have one code. */
function toFieldError(issue: Issue): FieldError {
  const code = shapeIssues.has(issue.code) || !/^[a-z-]+$/u.test(issue.message) ? shapeCode : issue.message
  return { path: issue.path.join('.').slice(0, maxPathLength), code }
}
