import type * as z from 'zod/mini'
import type { FieldError } from '#contract/refusals.ts'
import { Refusal } from './refusals.ts'

type Issue = z.core.$ZodIssue

/** Issues that say that a value is of the wrong kind; all others are rules of section 5 that a value broke. */
const shapeIssues: ReadonlySet<Issue['code']> = new Set([
  'invalid_type',
  'unrecognized_keys',
  'invalid_union',
  'invalid_key',
  'invalid_element',
  'invalid_value',
])

/** A body that has the right shape; whether it keeps the rules is told when it is asked for. */
export type CheckedBody<Body> = { read(): Body }

/**
 * Checks a body against its schema in two steps, because a wrong shape (400) is refused before the handler runs,
 * a broken rule (422) only after it has found that the caller may do this at all. Specification 13.2.
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

/** Parses a query; an endpoint without a schema knows no parameters. Specification 13.1. @throws Refusal `malformed` */
export function parseQuery<Query>(schema: z.ZodMiniType<Query> | null, value: unknown): Query | null {
  if (schema === null) return refuseParameters(value)
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('malformed', { errors: parsed.error.issues.map(toFieldError) })
  return parsed.data
}

function refuseParameters(query: unknown): null {
  const errors = Object.keys(query ?? {}).map((name) => ({ path: name.slice(0, longestPath), code: shapeCode }))
  if (errors.length > 0) throw new Refusal('malformed', { errors })
  return null
}

/** Parses what stands in a path: what cannot be an id names nothing. @throws Refusal `not-found` */
export function parseParams<Params>(schema: z.ZodMiniType<Params>, value: unknown): Params {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal('not-found')
  return parsed.data
}

const shapeCode = 'shape'
const longestPath = 200

/** Rules of the contract carry their code as the message; a wrong shape has one code for all. */
function toFieldError(issue: Issue): FieldError {
  const code = shapeIssues.has(issue.code) || !/^[a-z-]+$/u.test(issue.message) ? shapeCode : issue.message
  return { path: issue.path.join('.').slice(0, longestPath), code }
}
