import type { PushOutcome } from '../push-sender.ts'

/**
 * The pause of a channel. `restMs` is its length, 0 while the server answers. `silentInRow` is the number of emails in
 * a row that the server did not answer.
 */
export type ChannelPause = { restMs: number; silentInRow: number }

/** `maxConcurrent`: the maximum number of parallel deliveries. `isOnlyOne`: whether no other delivery runs. */
export type Workload = { maxConcurrent: number; isOnlyOne: boolean }

export const noChannelPause: ChannelPause = { restMs: 0, silentInRow: 0 }

const minRestMs = 2_000
const maxRestMs = 120_000

/**
 * Returns the pause after an outcome. An unreachable server causes or doubles it, and so do `maxConcurrent` emails in a
 * row without an answer; fewer of these do not delay other emails. An answer ends it.
 */
export function nextChannelPause(
  rest: ChannelPause,
  { kind }: Pick<PushOutcome, 'kind'>,
  { maxConcurrent, isOnlyOne }: Workload,
): ChannelPause {
  if (kind === 'unwanted') return rest
  const silentInRow = kind === 'silent' ? rest.silentInRow + 1 : 0
  if (kind === 'unreachable' || (kind === 'silent' && silentInRow >= maxConcurrent))
    return { silentInRow, restMs: doubledRest(rest.restMs, isOnlyOne) }
  return { silentInRow, restMs: kind === 'silent' ? rest.restMs : 0 }
}

/** Doubles the pause, unless other deliveries still run: parallel failures count as one. */
function doubledRest(restMs: number, isOnlyOne: boolean): number {
  return restMs === 0 || isOnlyOne ? Math.min(Math.max(restMs * 2, minRestMs), maxRestMs) : restMs
}
