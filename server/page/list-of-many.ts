import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { AnswersOfDocument } from '#contract/first-calls.ts'
import { longListFrom } from '#contract/many-appliances.ts'

/** The pages whose first screen is the list. Specification 2.1. */
const listPages = new Set(['/', '/invite', '/appliances'])
const listed = z.object({ total: z.number() })

/** Whether the page at `path` begins with a long list. */
export function beginsWithMany(path: string, answers: AnswersOfDocument): boolean {
  return listedOn(path, answers) >= longListFrom
}

/**
 * Whether the page at `path` begins with cards that may be next to each other. `answers` is null if the server did not
 * get them in time; then the page counts as one with several cards.
 */
export function beginsWithSeveral(path: string, answers: AnswersOfDocument | null): boolean {
  return listPages.has(path) && (answers === null || listedOn(path, answers) > 1)
}

/** How many appliances the page at `path` lists; 0 if it shows something else, or if that is unknown. */
function listedOn(path: string, answers: AnswersOfDocument): number {
  if (!listPages.has(path)) return 0
  const list = Object.entries(answers).find(([url]) => url.startsWith(`${api.listConnections.path}?`))
  return listed.safeParse(list?.[1]).data?.total ?? 0
}
