import type { Delivery } from './store.ts'

/**
 * The outcome of a delivery. `answer` is the reply of the mail server or push service, for operators; null without one.
 * - `sent`: the mail server or push service accepted it.
 * - `refused`: rejected permanently.
 * - `postponed`: rejected temporarily; a retry makes sense.
 * - `silent`: the mail server accepted the connection and then did not answer in time, perhaps only for this email.
 * - `unreachable`: the server or the connection failed, so that other deliveries of the channel would also fail.
 * - `unwanted`: the person no longer wants it, has no address or browser for it, or its code or link has ended.
 */
export type DeliveryOutcome =
  | { kind: 'unwanted' }
  | { kind: 'sent'; answer: string | null }
  | { kind: 'refused' | 'postponed' | 'silent' | 'unreachable'; reason: string; answer: string | null }

/**
 * Makes one delivery. An error of the mail server becomes an outcome; an error of the database rejects. Awaits
 * `handOver`, which counts the attempt, before it sends an email: if the process is killed after that, it is unknown
 * whether the mail server accepted the email.
 */
export type Deliver = (delivery: Delivery, handOver: () => Promise<void>) => Promise<DeliveryOutcome>

const secondMs = 1000
const minuteMs = 60 * secondMs
const pausesMs = [15 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, 60 * minuteMs]
const maxPause = 120 * minuteMs
/**
 * The longest pause after `unreachable` or `silent`. It is short, so that waiting deliveries are sent soon after the
 * server is back.
 */
const maxPauseIfUnreachable = 15 * minuteMs

/**
 * The ms until the next attempt of a delivery that failed `tries` times. It grows with `tries`, plus a random part of
 * up to a fifth.
 */
export function pauseAfter(tries: number, kind: 'postponed' | 'silent' | 'unreachable', random: () => number): number {
  const pause = pausesMs[Math.max(tries, 1) - 1] ?? maxPause
  const limited = kind === 'postponed' ? pause : Math.min(pause, maxPauseIfUnreachable)
  return Math.round(limited * (1 + random() / 5))
}

/** How long after its creation a delivery is retried. Specification 23.4. */
export const maxRetryMs = 3 * 24 * 60 * minuteMs

const maxAnswerLength = 500

/** Formats an answer for the outbox: one line of limited length. */
export function formatStoredAnswer(answer: string | null): string | null {
  if (answer === null) return null
  return answer
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerLength)
}
