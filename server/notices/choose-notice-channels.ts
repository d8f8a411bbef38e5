import { type NoticeSettings, findChannelChoice } from '#contract/notice-settings.ts'
import { type NoticeEvent, noticeCategoryOf, isSentOnEveryChannel } from '#contract/notices.ts'
import { findQuietHoursEnd } from './quiet-hours.ts'

/**
 * The channels of a notice. `mailAt`, `pushAt`: the time at which the message is sent, in epoch milliseconds; null if
 * the notice does not use the channel.
 */
export type NoticeChannels = { inPortal: boolean; mailAt: number | null; pushAt: number | null }

/**
 * An event that may cause a notice. `isEmergency`: whether the event is about a fault that the catalogue marks as an
 * emergency.
 */
export type NoticeOccurrence = { event: NoticeEvent; connectionId: string | null; isEmergency: boolean; now: number }

/**
 * The security notices that are never sent by email. An email about an undeliverable email would also fail, and a
 * person who has just turned emails off must not get an email about this.
 */
const kindsWithoutMail: ReadonlySet<NoticeEvent['kind']> = new Set(['mail-undeliverable', 'emails-turned-off'])

/**
 * Returns the channels and times of a notice according to the person's settings. A pure function. Specification 23.7.
 */
export function chooseNoticeChannels(settings: NoticeSettings, occurrence: NoticeOccurrence): NoticeChannels {
  const { event, connectionId, isEmergency, now } = occurrence
  if (isSentDespiteNoticeSettings(occurrence)) return { inPortal: true, mailAt: now, pushAt: now }
  const category = noticeCategoryOf(event.kind)
  const { portal, mail, push } = findChannelChoice(settings, { category, connectionId })
  // The portal shows the end of each emergency, because the list also shows that the emergency began.
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
 * Whether a notice ignores the settings. Notices about takeovers and emergencies do, except the notice that an
 * emergency has ended. Specification 23.7.
 */
export function isSentDespiteNoticeSettings({
  event,
  isEmergency,
}: Pick<NoticeOccurrence, 'event' | 'isEmergency'>): boolean {
  return isSentOnEveryChannel(event.kind) || (isEmergency && event.kind !== 'fault-ended')
}

function dueOf({ quietHours }: NoticeSettings, event: NoticeEvent, now: number): number {
  if (quietHours === null || (quietHours.errorsBreakThrough && isError(event))) return now
  return findQuietHoursEnd(quietHours, now) ?? now
}

function isError(event: NoticeEvent): boolean {
  return event.kind === 'fault-began' || (event.kind === 'fault-recurs' && event.severity === 'ERROR')
}
