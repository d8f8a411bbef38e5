import { hourMs, minuteMs, secondMs } from '#contract/durations.ts'
import type { WebhookAnswer } from './sender.ts'

/**
 * The pauses after failed tries. Their sum is over 75 hours, so an endpoint that is unreachable for 72 hours misses no
 * event. Specification 27.7.
 */
const pauses = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)]

/** The maximum number of tries of an event. */
export const maxEventTries = pauses.length + 1

/** The kind of a message: an event is retried with all pauses, a challenge three times, and a test message never. */
export type WebhookMessageKind = 'event' | 'challenge' | 'test'

const retries: Record<WebhookMessageKind, number> = { event: pauses.length, challenge: 3, test: 0 }

/**
 * Returns the pause in ms before the next try, after `tries` failed tries. The pause has a random part of up to a
 * tenth. Returns null if there is no next try.
 */
export function webhookRetryPauseMs(kind: WebhookMessageKind, tries: number, random: () => number): number | null {
  const pause = tries > retries[kind] ? undefined : pauses[tries - 1]
  return pause === undefined ? null : Math.round(pause * (1 + random() / 10))
}

/** The outcome of a try. `gone`: the endpoint answered 410, and gets no more messages. RFC 9110, section 15.5.11. */
export type WebhookTryOutcome = 'delivered' | 'failed' | 'gone'

/**
 * Returns the outcome of an answer. Any status 2xx is a success, but a challenge needs status 200 and its own text.
 * Redirects are failures.
 */
export function webhookOutcomeOf({ status, text }: WebhookAnswer, challenge: string | null): WebhookTryOutcome {
  if (status === 410) return 'gone'
  if (status === null || status < 200 || status > 299) return 'failed'
  return challenge === null || (status === 200 && text.trim() === challenge) ? 'delivered' : 'failed'
}
