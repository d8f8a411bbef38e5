import { minuteMs } from '#contract/durations.ts'
import { formatNoticeWords } from '#contract/notice-words.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import {
  noticeCategoryOf,
  type Notice,
  type ApplianceOfNotice,
  type NoticeEvent,
  type NoticeKind,
} from '#contract/notices.ts'
import { noticePath } from '#contract/pages.ts'
import { formatMoment } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/message-types.ts'

/**
 * A notice as shown in a list. `at` is epoch ms. `about` is the name of the appliance; null if the notice is not
 * about an appliance. `href` is the target of the link; null if the target no longer exists.
 */
export type NoticeLine = {
  id: string
  at: number
  tone: 'danger' | 'warning' | 'offline' | 'ok' | 'info'
  about: string | null
  subject: string
  text: string
  href: string | null
  isRead: boolean
  isSignIn: boolean
  /** Whether the notice needs an action of the person. The default is false. */
  needsPerson?: boolean
}

/** If an event began less than this time in ms before its notice, the text omits the time of the event. */
const sameTimeMs = 10 * minuteMs

/**
 * The functions and values for the text of a notice. `titleOf` returns the title of a fault in the reader's language;
 * null if the title is not loaded or does not exist.
 */
export type NoticeTexts = {
  t: Translate
  locale: string
  /** The current time in epoch ms. */
  now: number
  titleOf(code: string): string | null
  /**
   * Returns the telephone number to call if the fault is an emergency. Null: the fault is no emergency. Undefined: the
   * catalogue is not loaded yet.
   */
  emergencyCallOf(code: string): string | null | undefined
}

/** Converts a notice to a line in the reader's language with a link to its subject. Specification 23.6. */
export function toNoticeLine(notice: Notice, { t, locale, now, titleOf, emergencyCallOf }: NoticeTexts): NoticeLine {
  const { id, createdAt, readAt, event, connectionId, appliance } = notice
  const words = formatNoticeWords(event, {
    t,
    moment: (at, since) => formatMoment(Date.parse(at), since === undefined ? now : Date.parse(since), locale),
    isSeen: (at) => Math.abs(Date.parse(createdAt) - Date.parse(at)) < sameTimeMs,
    fault: (code, severity) =>
      code === null ? t(`fault.title.${severity}`) : (titleOf(code) ?? t('fault.title.code', { code })),
    emergencyCall: (code) => (code === null ? null : (emergencyCallOf(code) ?? null)),
  })
  return {
    id,
    at: Date.parse(createdAt),
    isRead: readAt !== null,
    isSignIn: event.kind === 'new-browser',
    tone: toneOf(event, emergencyCallOf),
    about: applianceNameIn(notice, t),
    ...words,
    href: appliance || isOfPerson(notice) ? noticePath(event, connectionId) : null,
  }
}

function toneOf(event: NoticeEvent, emergencyCallOf: NoticeTexts['emergencyCallOf']): NoticeLine['tone'] {
  switch (event.kind) {
    case 'fault-began':
      return 'danger'
    case 'fault-recurs':
      return event.severity === 'ERROR' ? 'danger' : 'warning'
    case 'warning-lasts':
    case 'export-failed':
    case 'webhooks-failing':
    case 'contact-email-changed':
    case 'account-deleted':
    case 'mail-undeliverable':
    case 'link-undeliverable':
    case 'takeover-asked':
      return 'warning'
    case 'offline':
      return 'offline'
    case 'fault-ended':
      return event.code === null ? 'ok' : toneOfEnd(emergencyCallOf(event.code))
    case 'back-online':
    case 'export-ready':
      return 'ok'
    case 'contract-answered':
      return event.isAccepted ? 'ok' : 'info'
    case 'program-decided':
      return event.decision === 'approve' ? 'ok' : 'warning'
    case 'consent-changed':
    case 'export-expires':
    case 'access-given':
    case 'access-ends':
    case 'access-ended':
    case 'own-access-changed':
    case 'own-access-ends':
    case 'own-access-ended':
    case 'access-requested':
    case 'request-accepted':
    case 'request-declined':
    case 'handover-declined':
    case 'handover-expired':
    case 'ownership-begun':
    case 'ownership-ended':
    case 'owner-changed':
    case 'takeover-ended':
    case 'new-browser':
    case 'notice-settings-changed':
    case 'push-browser-added':
    case 'push-browser-removed':
    case 'sessions-ended':
    case 'account-restored':
    case 'emails-turned-off':
    case 'mail-limit':
      return 'info'
  }
}

/**
 * Returns the tone of a notice about the end of a fault. The tone is `ok` only if the catalogue says that the fault was
 * no emergency.
 */
function toneOfEnd(emergencyCall: string | null | undefined): NoticeLine['tone'] {
  if (emergencyCall === undefined) return 'info'
  return emergencyCall === null ? 'ok' : 'warning'
}

/**
 * Returns the name that the person gave the appliance, otherwise its title as on its card, such as 'Boiler 1'. Returns
 * null if the notice is not about an appliance.
 */
function applianceNameIn(notice: Notice, t: Translate): string | null {
  const { appliance } = notice
  if (appliance) return appliance.name === null ? numberedTitle(appliance, t) : isolateNameDirection(appliance.name)
  return isOfPerson(notice) ? null : t('notices.former-appliance')
}

function numberedTitle({ applianceType, placementInType }: ApplianceOfNotice, t: Translate): string {
  return t('appliance.name', { type: t(`appliance.type.${applianceType}`), number: placementInType })
}

/** The kinds of notices that are about a person, not about an appliance of the reader. */
const personKinds: ReadonlySet<NoticeKind> = new Set([
  'own-access-ended',
  'request-declined',
  'ownership-ended',
  'takeover-ended',
])

function isOfPerson({ event, connectionId }: Pick<Notice, 'event' | 'connectionId'>): boolean {
  const category = noticeCategoryOf(event.kind)
  if (category === 'data') return connectionId === null
  return category === 'security' || personKinds.has(event.kind)
}

/** Returns the fault codes in notices, each once. */
export function faultCodesIn(notices: readonly Notice[]): string[] {
  const codes = notices.flatMap(({ event }) => ('code' in event && event.code !== null ? [event.code] : []))
  return [...new Set(codes)]
}
