import type { ActivityActor, ActivityEntry, ActivityPerson } from '#contract/activity.ts'
import type { GrantableRole } from '#contract/access-role.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { dayMs } from '#contract/durations.ts'
import { capitalizeFirst, formatWeekday } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'
import { formatLastDay, formatPersonName } from '../access-words.ts'

/** `brandName`: the name of the brand. The app also uses it as the name of the customer support. */
export type ActivityTextOptions = { t: Translate; locale: string; brandName: string }

/** Names the actor: 'You', a name, 'The portal'. */
export function actorNameOf(
  actor: ActivityActor | ActivityPerson,
  { t, brandName }: Pick<ActivityTextOptions, 't' | 'brandName'>,
): string {
  switch (actor.type) {
    case 'person':
      if (actor.isMe) return t('activity.you')
      return formatPersonName(actor.name, t)
    case 'support':
      return brandName
    case 'company':
    case 'program':
      return isolateNameDirection(actor.name)
    case 'erased-person':
    case 'operator':
    case 'portal':
      return t(`activity.${actor.type}`)
  }
}

/** Describes an entry without its actor: 'Role changed: Anna, Viewer · until 30 November 2026'. */
export function describeActivityEntry(entry: ActivityEntry, reader: ActivityTextOptions): string {
  const { t, locale } = reader
  const { details } = entry
  const end =
    'until' in details && details.until ? [t('access.ends', { day: formatLastDay(details.until, locale) })] : []
  return [sentenceOf(entry, reader), ...end].join(' · ')
}

function sentenceOf(entry: ActivityEntry, { t, brandName }: Omit<ActivityTextOptions, 'locale'>): string {
  const roleName = (role: GrantableRole) => t(`access.role.${role}`)
  switch (entry.kind) {
    case 'access-given': {
      const { role, way, person } = entry.details
      if (person)
        return t('activity.access-given.to', { name: actorNameOf(person, { t, brandName }), role: roleName(role) })
      return t(way === 'invitation' ? 'activity.access-given.invitation' : 'activity.access-given.claim', {
        role: roleName(role),
      })
    }
    case 'access-changed':
    case 'request-accepted': {
      const { role, person } = entry.details
      return t(`activity.${entry.kind}`, { name: actorNameOf(person, { t, brandName }), role: roleName(role) })
    }
    case 'access-removed':
    case 'access-ended':
    case 'request-declined':
      return t(`activity.${entry.kind}`, { name: actorNameOf(entry.details.person, { t, brandName }) })
    case 'invitation-created':
    case 'invitation-replaced':
    case 'invitation-cancelled':
    case 'invitation-declined':
      return t(`activity.${entry.kind}`, { role: roleName(entry.details.role) })
    case 'contract-added':
    case 'contract-ended':
    case 'consent-renewed':
      return t(`activity.${entry.kind}`, {
        company: isolateNameDirection(entry.details.companyType === 'ASA' ? brandName : entry.details.company),
      })
    case 'sharing-given':
    case 'sharing-changed':
    case 'sharing-ended':
      return t(`activity.${entry.kind}`, { program: isolateNameDirection(entry.details.program) })
    case 'ask-first-changed':
      return t(entry.details.isOn ? 'activity.ask-first.on' : 'activity.ask-first.off')
    case 'ownership-begun':
      if (!entry.details.person) return t('activity.ownership-begun')
      return t('activity.ownership-begun.of', { name: actorNameOf(entry.details.person, { t, brandName }) })
    case 'access-left':
    case 'access-requested':
    case 'address-added':
    case 'address-changed':
    case 'appliance-claimed':
    case 'contract-accepted':
    case 'contract-declined':
    case 'export-downloaded':
    case 'export-requested':
    case 'faults-viewed':
    case 'handover-cancelled':
    case 'handover-declined':
    case 'handover-expired':
    case 'handover-started':
    case 'history-viewed':
    case 'operator-viewed':
    case 'takeover-ended':
    case 'takeover-started':
    case 'values-viewed':
      return t(`activity.${entry.kind}`)
  }
}

/**
 * Returns the heading of the day of `at` in the reader's time zone: 'Today', 'Yesterday', or the date. `at` and `now`
 * are in epoch ms.
 */
export function formatActivityDayHeading(at: number, now: number, locale: string): string {
  const noon = (of: number) => new Date(of).setHours(12, 0, 0, 0)
  const daysAgo = Math.round((noon(now) - noon(at)) / dayMs)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const day = daysAgo === 0 || daysAgo === 1 ? relative.format(-daysAgo, 'day') : formatWeekday(at, now, locale)
  return capitalizeFirst(day, locale)
}
