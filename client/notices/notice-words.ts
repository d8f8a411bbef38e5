import { noticeWords } from '#contract/notice-words.ts'
import { categoryOf, type Notice, type NoticedAppliance, type NoticeEvent } from '#contract/notices.ts'
import { noticePath } from '#contract/pages.ts'
import { formatMoment } from '#client/i18n/format.ts'
import type { Translate } from '#client/i18n/text.ts'

/**
 * A notice as it is shown. `at`: epoch ms. `about`: what the person calls the appliance; null for none. `href`: the place
 * that it leads to; null where that is gone.
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
}

/** What began so shortly before it was told needs no time of its own. */
const sameTimeMs = 10 * 60_000

/** What the words are made with. `titleOf`: of a fault in the reader's language, null while or where there is none. */
export type NoticeSpeech = {
  t: Translate
  locale: string
  /** Epoch ms. */
  now: number
  titleOf(code: string): string | null
  /** The catalogue's `call` for an emergency; null for other faults, undefined until the catalogue answers. */
  emergencyCallOf(code: string): string | null | undefined
}

/** A notice in the reader's words, with the way to what it is about. Specification 23.6. */
export function noticeLine(notice: Notice, { t, locale, now, titleOf, emergencyCallOf }: NoticeSpeech): NoticeLine {
  const { id, createdAt, readAt, event, connectionId, appliance } = notice
  const words = noticeWords(event, {
    t,
    moment: (at) => formatMoment(Date.parse(at), now, locale),
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
    about: calledIn(notice, t),
    ...words,
    href: appliance || isOfPerson(event) ? noticePath(event, connectionId) : null,
  }
}

function toneOf(event: NoticeEvent, emergencyCallOf: NoticeSpeech['emergencyCallOf']): NoticeLine['tone'] {
  switch (event.kind) {
    case 'fault-began':
      return 'danger'
    case 'fault-recurs':
      return event.severity === 'ERROR' ? 'danger' : 'warning'
    case 'warning-lasts':
    case 'export-failed':
    case 'contact-email-changed':
    case 'mail-undeliverable':
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
    case 'consent-changed':
    case 'export-expires':
    case 'new-browser':
    case 'notice-settings-changed':
    case 'push-browser-added':
    case 'push-browser-removed':
    case 'emails-turned-off':
    case 'mail-limit':
      return 'info'
  }
}

/** The name that the person gave, else 'Boiler 1' as on the card. */
/** Uses the tone of success only if the fault is known not to be an emergency. */
function toneOfEnd(emergencyCall: string | null | undefined): NoticeLine['tone'] {
  if (emergencyCall === undefined) return 'info'
  return emergencyCall === null ? 'ok' : 'warning'
}

function calledIn({ event, appliance }: Notice, t: Translate): string | null {
  if (appliance) return appliance.name ?? numberedTitle(appliance, t)
  return isOfPerson(event) ? null : t('notices.former-appliance')
}

function numberedTitle({ applianceType, placementInType }: NoticedAppliance, t: Translate): string {
  return t('appliance.name', { type: t(`appliance.type.${applianceType}`), number: placementInType })
}

function isOfPerson({ kind }: NoticeEvent): boolean {
  return categoryOf(kind) === 'security'
}

/** The codes of faults that notices tell of, each once. */
export function faultCodesIn(notices: readonly Notice[]): string[] {
  const codes = notices.flatMap(({ event }) => ('code' in event && event.code !== null ? [event.code] : []))
  return [...new Set(codes)]
}
