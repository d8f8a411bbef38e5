import type { WebhookAnswer } from './sender.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** The pauses after each failed try: an endpoint that is away for 72 hours misses nothing. Specification 27.7. */
const pauses = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)]

/** The tries of an event. */
export const maxTries = pauses.length + 1

/** What a message is: an event is retried, a challenge for half an hour, a test not. */
export type MessageKind = 'event' | 'challenge' | 'test'

const retries: Record<MessageKind, number> = { event: pauses.length, challenge: 3, test: 0 }

/** Milliseconds until the next try after `tries` failed, with a tenth of jitter; null if there is none. */
export function pauseAfterTry(kind: MessageKind, tries: number, random: () => number): number | null {
  const pause = tries > retries[kind] ? undefined : pauses[tries - 1]
  return pause === undefined ? null : Math.round(pause * (1 + random() / 10))
}

/** `gone`: the endpoint wants no more messages. RFC 9110, section 15.5.11. */
export type WebhookOutcome = 'delivered' | 'failed' | 'gone'

/** A challenge is answered with status 200 and its text. Redirects are failures. */
export function webhookOutcomeOf({ status, text }: WebhookAnswer, challenge: string | null): WebhookOutcome {
  if (status === 410) return 'gone'
  if (status === null || status < 200 || status > 299) return 'failed'
  return challenge === null || (status === 200 && text.trim() === challenge) ? 'delivered' : 'failed'
}
