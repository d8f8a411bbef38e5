import type * as z from 'zod/mini'
import type { CallFailure } from '#client/api-call.ts'
import { refusalSentenceOf, ruleTextOf } from './developer-texts.ts'

/** A sentence for each field that breaks a rule, by the field's name. A list counts as one field. */
export type BrokenRules = Partial<Record<string, string>>

/** The parsed value, or the sentences about the fields that break a rule. */
type CheckedValue<Value> = { data: Value; broken: null } | { data: null; broken: BrokenRules }

export function checkSchemaRules<Value>(schema: z.ZodMiniType<Value>, value: unknown): CheckedValue<Value> {
  const { data, error } = schema.safeParse(value)
  if (!error) return { data, broken: null }
  const errors = error.issues.map(({ path, message }) => ({ path: String(path[0]), code: message }))
  return { data: null, broken: byField(errors) }
}

/** Returns a sentence for each field that the server found invalid; null if the failure names no field. */
export function brokenRulesOfFailure(failure: CallFailure | undefined): BrokenRules | null {
  if (failure?.kind !== 'refused' || failure.errors.length === 0) return null
  return byField(failure.errors.map(({ path, code }) => ({ path: path.split('.')[0] ?? '', code })))
}

function byField(errors: readonly { path: string; code: string }[]): BrokenRules {
  return Object.fromEntries(errors.toReversed().map(({ path, code }) => [path, ruleTextOf(code)]))
}

/** Returns a sentence about a failed call. */
export function describeRefusal(failure: CallFailure | undefined): string {
  return refusalSentenceOf(failure?.kind === 'refused' ? failure.code : null)
}
