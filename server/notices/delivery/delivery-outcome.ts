import { dayMs, hourMs, minuteMs, secondMs } from '#contract/durations.ts'
import type { Delivery } from './store.ts'

/**
 * The outcome of a delivery. `answer`: the reply of the mail server or push service, for operators; null if there is
 * none.
 * - `sent`: the mail server or push service accepted the message.
 * - `refused`: the message was rejected permanently.
 * - `postponed`: the message was rejected temporarily; a retry may succeed.
 * - `silent`: the mail server accepted the connection and then did not answer in time, perhaps only for this email.
 * - `unreachable`: the server or the connection failed, so that other deliveries of the channel would also fail.
 * - `unwanted`: the person no longer wants the message or has no address or browser for it, or its code or link has
 *   expired.
 */
export type DeliveryOutcome =
  | { kind: 'unwanted' }
  | { kind: 'sent'; answer: string | null }
  | { kind: 'refused' | 'postponed' | 'silent' | 'unreachable'; reason: string; answer: string | null }

/**
 * Makes one delivery. Returns an outcome even for an error of the mail server or push service; rejects for an error of
 * the database. Before it sends an email, it awaits `handOver`, which counts the attempt: if the process is killed
 * later, nobody can find out whether the mail server accepted the email.
 */
export type DeliveryMaker = (delivery: Delivery, handOver: () => Promise<void>) => Promise<DeliveryOutcome>

const pausesMs = [15 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, hourMs]
const maxPause = 120 * minuteMs
/**
 * The maximum pause after `unreachable` or `silent`, in ms. It is short, so that waiting deliveries are sent soon after
 * the server is available again.
 */
const maxPauseIfUnreachable = 15 * minuteMs

/**
 * Returns the milliseconds until the next attempt of a delivery that has failed `tries` times. The pause grows with
 * `tries`, and has a random part of up to a fifth.
 */
export function computeDeliveryRetryPauseMs(
  tries: number,
  kind: 'postponed' | 'silent' | 'unreachable',
  random: () => number,
): number {
  const pause = pausesMs[Math.max(tries, 1) - 1] ?? maxPause
  const limitedPause = kind === 'postponed' ? pause : Math.min(pause, maxPauseIfUnreachable)
  return Math.round(limitedPause * (1 + random() / 5))
}

/** The time after its creation for which a failed delivery is retried, in milliseconds. Specification 23.4. */
export const maxDeliveryRetryMs = 3 * dayMs

const maxAnswerLength = 500
/** The maximum length of an answer in which email addresses are searched; limits the time of the search. */
const maxSearchedLength = 4_000

/** Formats an answer for the outbox, as one line of limited length. */
export function formatStoredAnswer(answer: string | null): string | null {
  return answer && toOneLine(answer).slice(0, maxAnswerLength)
}

function toOneLine(answer: string): string {
  return answer.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/**
 * An email address in the answer of a mail server, also with a quoted local part or a network address. RFC 5321,
 * section 4.1.2.
 */
const emailAddress = /(?:"(?:\\.|[^"\\])*"|[^\s<>()[\]",;:]+)@(?:\[[^\]]*\]|[^\s<>()[\]"',;:]+)/gu

/** Formats an answer for the log, as `formatStoredAnswer` does, but without email addresses. */
export function formatLoggedAnswer(answer: string | null): string | null {
  // Replaces before it cuts, because a cut address would not be found.
  const line = answer && toOneLine(answer).slice(0, maxSearchedLength)
  return line && line.replaceAll(emailAddress, '***').slice(0, maxAnswerLength)
}
