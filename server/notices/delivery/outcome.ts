import type { Delivery } from './store.ts'

/**
 * What became of a delivery. `answer` is what the mail server or push service said, for operators; null without one.
 * - `sent`: the mail server or push service has taken it.
 * - `refused`: it will never be taken.
 * - `postponed`: not now; another try makes sense.
 * - `silent`: the mail server took the connection and then did not answer in time. It may do so for this email only.
 * - `unreachable`: nothing can be delivered this way now, whatever it is.
 * - `unwanted`: its person does not want it any more, or cannot get it.
 */
export type DeliveryOutcome =
  | { kind: 'unwanted' }
  | { kind: 'sent'; answer: string | null }
  | { kind: 'refused' | 'postponed' | 'silent' | 'unreachable'; reason: string; answer: string | null }

/**
 * Makes one delivery. Never rejects. It waits for `handOver` before it hands an email to the mail server: if the process
 * is killed after that, nobody knows whether the email was taken.
 */
export type Deliver = (delivery: Delivery, handOver: () => Promise<void>) => Promise<DeliveryOutcome>

const secondMs = 1000
const minuteMs = 60 * secondMs
const pauses = [15 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, 60 * minuteMs]
const longestPause = 120 * minuteMs
/** As soon as what was away is back, all that waited for it goes out. */
const longestPauseOfUnreachable = 15 * minuteMs

/** After how many milliseconds a delivery is tried again that failed `tries` times; growing, and spread by a fifth. */
export function pauseAfter(tries: number, kind: 'postponed' | 'silent' | 'unreachable', random: () => number): number {
  const pause = pauses[Math.max(tries, 1) - 1] ?? longestPause
  const limited = kind === 'postponed' ? pause : Math.min(pause, longestPauseOfUnreachable)
  return Math.round(limited * (1 + random() / 5))
}

/** So long a delivery is tried. Specification 23.4. */
export const triedForMs = 3 * 24 * 60 * minuteMs

const longestAnswer = 500

/** An answer as the outbox keeps it: one line of limited length. */
export function keptAnswer(answer: string | null): string | null {
  if (answer === null) return null
  return answer
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longestAnswer)
}
