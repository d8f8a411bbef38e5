import type { PushOutcome } from '../push-sender.ts'

/**
 * The pause of a channel. `restMs`: the length of the pause in milliseconds, 0 while the server answers. `silentInRow`:
 * the number of successive emails that the server did not answer.
 */
export type ChannelPause = { restMs: number; silentInRow: number }

/**
 * The parallel deliveries of a channel. `maxConcurrent`: their maximum number. `isOnlyOne`: whether the delivery with
 * the outcome was the only one in progress.
 */
export type ChannelWorkload = { maxConcurrent: number; isOnlyOne: boolean }

export const noChannelPause: ChannelPause = { restMs: 0, silentInRow: 0 }

const minRestMs = 2_000
const maxRestMs = 120_000

/**
 * Returns the pause of the channel after an outcome. An unreachable server starts or doubles the pause. A single
 * unanswered email does not, but `maxConcurrent` successive unanswered emails do. An answer ends the pause.
 */
export function nextChannelPause(
  rest: ChannelPause,
  { kind }: Pick<PushOutcome, 'kind'>,
  { maxConcurrent, isOnlyOne }: ChannelWorkload,
): ChannelPause {
  if (kind === 'unwanted') return rest
  const silentInRow = kind === 'silent' ? rest.silentInRow + 1 : 0
  if (kind === 'unreachable' || (kind === 'silent' && silentInRow >= maxConcurrent))
    return { silentInRow, restMs: doubledRest(rest.restMs, isOnlyOne) }
  return { silentInRow, restMs: kind === 'silent' ? rest.restMs : 0 }
}

/**
 * Returns twice the pause. While other deliveries are running, returns the pause unchanged, because parallel failures
 * count as one.
 */
function doubledRest(restMs: number, isOnlyOne: boolean): number {
  return restMs === 0 || isOnlyOne ? Math.min(Math.max(restMs * 2, minRestMs), maxRestMs) : restMs
}
