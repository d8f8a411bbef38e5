import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { CallFailure } from '#client/api-call.ts'
import { getDateFormat } from '#client/i18n/format.ts'
import type { MessageId, Translate } from '#client/i18n/message-types.ts'

/** Formats the last day of an access that ends at this moment (RFC 3339), in the reader's time zone: '30 November 2026'. */
export function formatLastDay(until: string, locale: string): string {
  return getDateFormat(locale, { dateStyle: 'long' })(Date.parse(until) - 1)
}

/** Formats the day of a moment (epoch ms) in the reader's time zone: `YYYY-MM-DD`. */
export function toLocalDay(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/**
 * Returns the end of a day `YYYY-MM-DD` in the reader's time zone, RFC 3339. The function adds a calendar day, not 24
 * hours, because a day has 23 to 25 hours.
 */
export function toEndOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + 1).toISOString()
}

/** Returns the name of a person, or a text for a person without a name. */
export function formatPersonName(name: string | null, t: Translate): string {
  return name === null ? t('access.nameless') : isolateNameDirection(name)
}

const sentences: Readonly<Partial<Record<RefusalCode, MessageId>>> = {
  'invitation-limit': 'access.failed.limit',
  'not-allowed-in-role': 'access.failed.role',
  'not-found': 'access.failed.gone',
  'already-added': 'access.failed.added',
  'handover-open': 'access.failed.gone',
  'too-many-requests': 'access.failed.mails',
}

/** The sentence if the server refuses the email address that was typed for a link. */
export const wrongEmailMessageId = 'access.email.wrong' satisfies MessageId

/** Returns the message that explains why a change of the access was refused or failed. */
export function accessFailureMessage(failure: CallFailure | undefined): MessageId {
  if (failure?.kind !== 'refused') return 'access.failed'
  if (failure.errors.some(({ code }) => code === 'beyond-own')) return 'access.failed.beyond-own'
  if (failure.errors.some(({ path }) => path === 'email')) return wrongEmailMessageId
  return sentences[failure.code] ?? 'access.failed'
}
