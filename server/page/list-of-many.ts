import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { AnswersOfDocument } from '#contract/first-calls.ts'
import { manyFrom } from '#contract/many-appliances.ts'

/** The pages whose first screen is the list. Specification 2.1. */
const listPages = new Set(['/', '/invite', '/appliances'])
const many = z.object({ total: z.number().check(z.gte(manyFrom)) })

/** Whether the page at `path` begins with a long list. */
export function beginsWithMany(path: string, answers: AnswersOfDocument): boolean {
  const list = Object.entries(answers).find(([url]) => url.startsWith(`${api.listConnections.path}?`))
  return listPages.has(path) && many.safeParse(list?.[1]).success
}
