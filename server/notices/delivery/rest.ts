import type { PushOutcome } from '../push-sender.ts'

/** The pause of a channel: `restMs` is 0 while its server answers. `silentInRow`: emails without an answer. */
export type Rest = { restMs: number; silentInRow: number }

/** `maxConcurrent`: the maximum number of parallel deliveries. `isOnlyOne`: whether no other delivery runs. */
export type Workload = { maxConcurrent: number; isOnlyOne: boolean }

export const noRest: Rest = { restMs: 0, silentInRow: 0 }

const minRestMs = 2_000
const maxRestMs = 120_000

/** One email without an answer does not delay others; if the server answers none, sending pauses. */
export function restAfter(
  rest: Rest,
  { kind }: Pick<PushOutcome, 'kind'>,
  { maxConcurrent, isOnlyOne }: Workload,
): Rest {
  if (kind === 'unwanted') return rest
  const silentInRow = kind === 'silent' ? rest.silentInRow + 1 : 0
  if (kind === 'unreachable' || (kind === 'silent' && silentInRow >= maxConcurrent))
    return { silentInRow, restMs: doubledRest(rest.restMs, isOnlyOne) }
  return { silentInRow, restMs: kind === 'silent' ? rest.restMs : 0 }
}

/** Doubles the pause; parallel failures count as one. */
function doubledRest(restMs: number, isOnlyOne: boolean): number {
  return restMs === 0 || isOnlyOne ? Math.min(Math.max(restMs * 2, minRestMs), maxRestMs) : restMs
}
