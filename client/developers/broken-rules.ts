import type * as z from 'zod/mini'
import type { Failure } from '#client/api.ts'
import { ruleWords } from './words.ts'

/** The sentence about each field that breaks a rule; a list counts as one field. */
export type BrokenRules = Partial<Record<string, string>>

/** The broken rules that a schema finds; null if there is none. */
export function rulesBrokenBy(schema: z.ZodMiniType, value: unknown): BrokenRules | null {
  const parsed = schema.safeParse(value)
  if (parsed.success) return null
  return byField(parsed.error.issues.map(({ path, message }) => ({ path: String(path[0]), code: message })))
}

/** The broken rules that the server found; null if the failure is another one. */
export function refusedRules(failure: Failure | undefined): BrokenRules | null {
  if (failure?.kind !== 'refused' || failure.errors.length === 0) return null
  return byField(failure.errors.map(({ path, code }) => ({ path: path.split('.')[0] ?? '', code })))
}

function byField(errors: readonly { path: string; code: string }[]): BrokenRules {
  return Object.fromEntries(errors.toReversed().map(({ path, code }) => [path, ruleWords(code)]))
}

/** The code of a refusal; null for every other failure. */
export function codeOf(failure: Failure | undefined): string | null {
  return failure?.kind === 'refused' ? failure.code : null
}
