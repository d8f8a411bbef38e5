import * as z from 'zod/mini'

/** A cell as the schema of its value has it, and refused in words that say what is allowed. */
export function cell<Value>(schema: z.ZodMiniType<Value, string>, allowed: string) {
  return z.pipe(z.string().check(z.refine((text) => schema.safeParse(text).success, { error: allowed })), schema)
}

/** A cell that may hold one of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `must be ${listed(words)}` })
}

export const trueOrFalse = z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' })

/** The brands that the portal has. */
export function knownBrand(brands: readonly string[]) {
  return z.string().check(z.refine((text) => brands.includes(text), { error: `must be ${listed(brands)}` }))
}

function listed(words: readonly string[]): string {
  return words.length === 1 ? String(words[0]) : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
