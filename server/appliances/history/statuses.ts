import type { DrawnStatus } from './store.ts'

/**
 * Joins consecutive steps with the same status. Statuses that are not of a step (`isStep` is false) stay as they are.
 */
export function joinSteps(drawn: readonly DrawnStatus[]): DrawnStatus[] {
  const joined: DrawnStatus[] = []
  for (const each of drawn) {
    const last = joined.at(-1)
    const goesOn = each.isStep && last?.status === each.status && last.to.getTime() === each.from.getTime()
    if (goesOn) joined.splice(-1, 1, { ...last, to: each.to })
    else joined.push(each)
  }
  return joined
}
