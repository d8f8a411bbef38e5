import type { Delivery } from './store.ts'

/**
 * What became of a delivery:
 * - `sent`: whoever took it vouches for it.
 * - `refused`: it will never be taken.
 * - `postponed`: not now; another try makes sense.
 * - `unreachable`: nothing can be delivered this way now, whatever it is.
 * - `unwanted`: its person does not want it any more, or cannot get it.
 */
export type DeliveryOutcome =
  | { kind: 'sent' | 'unwanted' }
  | { kind: 'refused' | 'postponed' | 'unreachable'; reason: string }

/** Makes one delivery. Never rejects. */
export type Deliver = (delivery: Delivery) => Promise<DeliveryOutcome>

const secondMs = 1000
const minuteMs = 60 * secondMs
const pauses = [15 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, 60 * minuteMs]
const longestPause = 120 * minuteMs
/** As soon as what was away is back, all that waited for it goes out. */
const longestPauseOfUnreachable = 15 * minuteMs

/** After how many milliseconds a delivery is tried again that failed `tries` times; growing, and spread by a fifth. */
export function pauseAfter(tries: number, kind: 'postponed' | 'unreachable', random: () => number): number {
  const pause = pauses[Math.max(tries, 1) - 1] ?? longestPause
  const limited = kind === 'unreachable' ? Math.min(pause, longestPauseOfUnreachable) : pause
  return Math.round(limited * (1 + random() / 5))
}

/** So long a delivery is tried. Specification 23.4. */
export const triedForMs = 3 * 24 * 60 * minuteMs
