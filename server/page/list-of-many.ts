import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { AnswersOfDocument } from '#contract/first-calls.ts'
import { longListFrom } from '#contract/many-appliances.ts'

/** The pages whose first screen is the list. Specification 2.1. */
const listPages = new Set(['/', '/invite', '/appliances'])
const listAnswer = z.object({ total: z.number() })

/** Whether the page at `path` begins with a long list. */
export function beginsWithLongList(path: string, answers: AnswersOfDocument): boolean {
  return applianceCountOn(path, answers) >= longListFrom
}

/**
 * Whether the page at `path` begins with cards that may be next to each other. `answers` is null if the server did not
 * get them in time; then the page counts as one with several cards.
 */
export function beginsWithSeveralCards(path: string, answers: AnswersOfDocument | null): boolean {
  return listPages.has(path) && (answers === null || applianceCountOn(path, answers) > 1)
}

/** The number of appliances on the page at `path`; 0 if it shows something else, or if the number is unknown. */
function applianceCountOn(path: string, answers: AnswersOfDocument): number {
  if (!listPages.has(path)) return 0
  const list = Object.entries(answers).find(([url]) => url.startsWith(`${api.listConnections.path}?`))
  return listAnswer.safeParse(list?.[1]).data?.total ?? 0
}
