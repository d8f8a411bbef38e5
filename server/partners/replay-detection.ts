import { createHash } from 'node:crypto'
import { minuteS } from '#contract/durations.ts'
import { recordSignedMessageId } from './store.ts'
import type { Services } from '#server/services.ts'

/**
 * Records the id of a signed message. Returns whether the issuer has not used the id before. `exp`: the time when the
 * message expires, in epoch seconds.
 */
export type ReplayDetector = (issuer: string, id: string, exp: number) => Promise<boolean>

/**
 * The maximum time in seconds by which a proof may be dated in the future, because the clock of a client may be fast.
 * RFC 9449, section 11.1.
 */
const maxClockSkewS = 5 * minuteS

/**
 * Creates the function that records each id once, over all processes. The library's own check reads before it writes,
 * so it would accept two simultaneous messages. It would also delete a proof with a date in the future before that
 * proof expires.
 */
export function createReplayDetector({ pool, clock }: Pick<Services, 'pool' | 'clock'>): ReplayDetector {
  return async (issuer, id, exp) =>
    recordSignedMessageId(pool, {
      id: createHash('sha256').update(`${issuer} ${id}`).digest('base64url'),
      expiresAt: new Date((exp + maxClockSkewS) * 1000),
      now: new Date(clock.now()),
    })
}
