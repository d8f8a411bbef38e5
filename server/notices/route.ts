import { type NoticeSettings, findNoticeChoice } from '#contract/notice-settings.ts'
import { type NoticeEvent, categoryOf, isOnEveryChannel } from '#contract/notices.ts'
import { findQuietHoursEnd } from './quiet.ts'

/** The channels of a notice: `mailAt` and `pushAt` are epoch milliseconds, null if the channel is not used. */
export type Route = { inPortal: boolean; mailAt: number | null; pushAt: number | null }

/** `isEmergency`: whether it is about a fault that the catalogue marks as an emergency. */
export type Occurrence = { event: NoticeEvent; connectionId: string | null; isEmergency: boolean; now: number }

/**
 * The security notices without an email: an email about undeliverable email would also fail, and a person who has just
 * turned emails off gets none about it.
 */
const kindsWithoutMail: ReadonlySet<NoticeEvent['kind']> = new Set(['mail-undeliverable', 'emails-turned-off'])

/** Chooses the channels and times of a notice by the settings of its person. Pure. Specification 23.7. */
export function routeNotice(settings: NoticeSettings, occurrence: Occurrence): Route {
  const { event, connectionId, isEmergency, now } = occurrence
  if (ignoresSettings(occurrence)) return { inPortal: true, mailAt: now, pushAt: now }
  const category = categoryOf(event.kind)
  const { portal, mail, push } = findNoticeChoice(settings, { category, connectionId })
  // Shows the end of each emergency in the portal, because the list would otherwise show its beginning without its end.
  const inPortal = portal || isEmergency
  if (category === 'security') {
    const isByMail = !kindsWithoutMail.has(event.kind)
    return { inPortal, mailAt: isByMail ? now : null, pushAt: push ? now : null }
  }
  const isPaused = settings.pausedUntil !== null && Date.parse(settings.pausedUntil) > now
  if (isPaused) return { inPortal, mailAt: null, pushAt: null }
  const at = dueOf(settings, event, now)
  return { inPortal, mailAt: mail ? at : null, pushAt: push ? at : null }
}

/**
 * Whether a notice ignores the settings: an emergency and a takeover reach the owner with any of them. The end of an
 * emergency follows the settings. Specification 23.7.
 */
export function ignoresSettings({ event, isEmergency }: Pick<Occurrence, 'event' | 'isEmergency'>): boolean {
  return isOnEveryChannel(event.kind) || (isEmergency && event.kind !== 'fault-ended')
}

function dueOf({ quietHours }: NoticeSettings, event: NoticeEvent, now: number): number {
  if (quietHours === null || (quietHours.errorsBreakThrough && isError(event))) return now
  return findQuietHoursEnd(quietHours, now) ?? now
}

function isError(event: NoticeEvent): boolean {
  return event.kind === 'fault-began' || (event.kind === 'fault-recurs' && event.severity === 'ERROR')
}
