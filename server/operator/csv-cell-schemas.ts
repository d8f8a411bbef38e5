import * as z from 'zod/mini'

/**
 * Creates the schema of a CSV cell whose text `schema` accepts. If `schema` rejects the text, the error is
 * `allowedWords`, which describes the allowed values.
 */
export function createCellSchema<Value>(schema: z.ZodMiniType<Value, string>, allowedWords: string) {
  return z.pipe(z.string().check(z.refine((text) => schema.safeParse(text).success, { error: allowedWords })), schema)
}

/** Creates the schema of a cell that contains one of `words`. */
export function createOneOfSchema<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `must be ${joinWords(words)}` })
}

export const booleanCellSchema = z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' })

/** Creates the schema of a cell that contains the id of a configured brand. */
export function createBrandCellSchema(brands: readonly string[]) {
  return z.string().check(z.refine((text) => brands.includes(text), { error: `must be ${joinWords(brands)}` }))
}

function joinWords(words: readonly string[]): string {
  return words.length === 1 ? String(words[0]) : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
