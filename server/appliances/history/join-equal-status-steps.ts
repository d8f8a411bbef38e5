import type { DatedStatus } from './store.ts'

/**
 * Joins consecutive steps that have the same status. Statuses with `isStep` false are exact periods and stay
 * unchanged.
 */
export function joinEqualStatusSteps(drawn: readonly DatedStatus[]): DatedStatus[] {
  const drawnStatuses: DatedStatus[] = []
  for (const each of drawn) {
    const last = drawnStatuses.at(-1)
    const goesOn = each.isStep && last?.status === each.status && last.to.getTime() === each.from.getTime()
    if (goesOn) drawnStatuses.splice(-1, 1, { ...last, to: each.to })
    else drawnStatuses.push(each)
  }
  return drawnStatuses
}
