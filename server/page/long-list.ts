import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { FirstAnswersByUrl } from '#contract/first-calls.ts'
import { minLongListLength } from '#contract/long-list.ts'

/** The paths whose first screen is the list of appliances. Specification 2.1. */
const listPages = new Set(['/', '/invite', '/appliances'])
const listAnswer = z.object({ total: z.number() })

/** Whether the first screen at `path` is a long list of appliances. */
export function isFirstScreenLongList(path: string, answers: FirstAnswersByUrl): boolean {
  return applianceCountOn(path, answers) >= minLongListLength
}

/**
 * Whether the first screen at `path` has several cards of appliances, which may be next to each other. If `answers` is
 * null, because the server did not get the answers in time, returns true.
 */
export function hasFirstScreenSeveralCards(path: string, answers: FirstAnswersByUrl | null): boolean {
  return listPages.has(path) && (answers === null || applianceCountOn(path, answers) > 1)
}

/**
 * Returns the number of appliances on the first screen at `path`. Returns 0 if the first screen is not the list, or
 * if the number is unknown.
 */
function applianceCountOn(path: string, answers: FirstAnswersByUrl): number {
  if (!listPages.has(path)) return 0
  const list = Object.entries(answers).find(([url]) => url.startsWith(`${api.listConnections.path}?`))
  return listAnswer.safeParse(list?.[1]).data?.total ?? 0
}
