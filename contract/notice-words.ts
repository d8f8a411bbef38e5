import type { GivenRole } from './access-role.ts'
import type { FaultSeverity } from './faults.ts'
import type { NoticeEvent } from './notices.ts'
import type english from '#texts/en/notices.json'

/** The key of a message in `texts/<language>/notices.json`. */
export type NoticeMessageId = keyof typeof english

/** The functions that format the parts of a notice for one reader. */
export type NoticeFormat = {
  t(id: NoticeMessageId, values?: Record<string, string | number>): string
  /** Formats a time (RFC 3339) for the reader. */
  moment(at: string): string
  /**
   * Whether the reader already sees nearly this time next to the text, as in a list. If so, the text omits the time.
   */
  isSeen?(at: string): boolean
  /** The title of a fault; `code` is null if the appliance sent none. */
  fault(code: string | null, severity: FaultSeverity): string
  /** The catalogue's text about whom to call, if the fault is an emergency; null for other faults. */
  emergencyCall(code: string | null): string | null
}

/**
 * The texts of a notice. `subject`: the event in a few words. `text`: one or two sentences with more details, or an
 * empty text.
 */
export type NoticeWords = { subject: string; text: string }

/**
 * Returns the texts of a notice, without the name of its appliance. They are the same in the list, in push messages
 * and in emails. Specification 23.8.
 */
export function noticeWords(event: NoticeEvent, voice: NoticeFormat): NoticeWords {
  const { t, moment, fault } = voice
  const isSeen = (at: string) => voice.isSeen?.(at) ?? false
  switch (event.kind) {
    case 'fault-began':
    case 'warning-lasts': {
      const title = fault(event.code, event.kind === 'fault-began' ? 'ERROR' : 'WARNING')
      const since = isSeen(event.since) ? '' : t('notice.since', { since: moment(event.since) })
      return { subject: title, text: withInstructionFirst(event.code, since, voice) }
    }
    case 'fault-recurs': {
      const subject = t('notice.fault-recurs.subject', { fault: fault(event.code, event.severity) })
      const times = t('notice.fault-recurs', { since: moment(event.since), times: event.times })
      return { subject, text: withInstructionFirst(event.code, times, voice) }
    }
    case 'fault-ended': {
      const subject = t('notice.fault-ended.subject', { fault: fault(event.code, event.severity) })
      return { subject, text: endOf(event, voice) }
    }
    case 'offline':
      return {
        subject: t('notice.offline.subject'),
        text: isSeen(event.since) ? '' : t('notice.since', { since: moment(event.since) }),
      }
    case 'back-online': {
      const values = { since: moment(event.since), until: moment(event.until) }
      return { subject: t('notice.back-online.subject'), text: t('notice.back-online', values) }
    }
    case 'contract-answered': {
      const answer = event.isAccepted ? 'notice.contract-accepted.subject' : 'notice.contract-declined.subject'
      return { subject: t(answer, { company: event.company }), text: '' }
    }
    case 'consent-changed':
      return {
        subject: t('notice.consent-changed.subject'),
        text: t('notice.consent-changed', { company: event.company }),
      }
    case 'export-ready':
    case 'export-expires':
      return {
        subject: t(`notice.${event.kind}.subject`),
        text: t(`notice.${event.kind}`, { until: moment(event.expiresAt) }),
      }
    case 'export-failed':
      return { subject: t('notice.export-failed.subject'), text: t(`notice.export-failed.${event.reason}`) }
    case 'program-decided': {
      const { program, decision, reason } = event
      const sentence = t(`notice.program-decided.${decision}`)
      return {
        subject: t(`notice.program-decided.${decision}.subject`, { program }),
        text: reason === null ? sentence : `${sentence} ${t('notice.program-decided.reason', { reason })}`,
      }
    }
    case 'webhooks-failing': {
      const { program, url, since } = event
      return {
        subject: t('notice.webhooks-failing.subject', { program }),
        text: t('notice.webhooks-failing', { url, since: moment(since) }),
      }
    }
    case 'access-given':
    case 'own-access-changed':
    case 'request-accepted':
      return {
        subject: t(`notice.${event.kind}.subject`),
        text: event.until === null ? roleOf(event, t) : `${roleOf(event, t)} ${endOfAccess(event.until, voice)}`,
      }
    case 'access-ends':
    case 'own-access-ends':
      return { subject: t(`notice.${event.kind}.subject`), text: endOfAccess(event.until, voice) }
    case 'takeover-asked':
      return {
        subject: t('notice.takeover-asked.subject'),
        text: t('notice.takeover-asked', { until: moment(event.until) }),
      }
    case 'access-ended':
    case 'own-access-ended':
    case 'access-requested':
    case 'handover-declined':
    case 'handover-expired':
    case 'link-undeliverable':
    case 'ownership-begun':
    case 'ownership-ended':
    case 'owner-changed':
    case 'takeover-ended':
      return { subject: t(`notice.${event.kind}.subject`), text: t(`notice.${event.kind}`) }
    case 'request-declined':
      return { subject: t('notice.request-declined.subject'), text: t('notice.own-access-ended') }
    case 'new-browser':
      return {
        subject: t('notice.new-browser.subject'),
        text: isSeen(event.at)
          ? `${browserOf(event, t)}.`
          : t('notice.new-browser', { browser: browserOf(event, t), at: moment(event.at) }),
      }
    case 'contact-email-changed':
    case 'notice-settings-changed':
    case 'account-restored':
      return { subject: t(`notice.${event.kind}.subject`), text: t(`notice.${event.kind}`) }
    case 'push-browser-added':
    case 'push-browser-removed':
      return {
        subject: t(`notice.${event.kind}.subject`),
        text: t(`notice.${event.kind}`, { browser: browserOf(event, t) }),
      }
    case 'account-deleted':
      return {
        subject: t('notice.account-deleted.subject'),
        text: t('notice.account-deleted', { until: moment(event.erasedAt) }),
      }
    case 'sessions-ended':
      return {
        subject: t('notice.sessions-ended.subject'),
        text: t('notice.sessions-ended', { count: event.count }),
      }
    case 'emails-turned-off': {
      const topic = t(`notice.topic.${event.category}`)
      return { subject: t('notice.emails-turned-off.subject'), text: t('notice.emails-turned-off', { topic }) }
    }
    case 'mail-undeliverable':
      return { subject: t('notice.mail-undeliverable.subject'), text: t('notice.mail-undeliverable') }
    case 'mail-limit': {
      const values = { limit: event.limit, until: moment(event.until) }
      return { subject: t('notice.mail-limit.subject'), text: t('notice.mail-limit', values) }
    }
  }
}

/**
 * Adds the emergency instruction before the text if the fault is an emergency, because a locked telephone shows only
 * the first words.
 */
function withInstructionFirst(code: string | null, text: string, { t, emergencyCall }: NoticeFormat): string {
  return emergencyCall(code) === null ? text : `${t('notice.emergency')} ${text}`.trim()
}

/** Returns the text about the end of a fault. For an emergency, the text does not say that the house is safe. */
function endOf(
  { code, since, until }: Extract<NoticeEvent, { kind: 'fault-ended' }>,
  { t, moment, emergencyCall }: NoticeFormat,
): string {
  const call = emergencyCall(code)
  const values = { since: moment(since), until: moment(until) }
  return call === null ? t('notice.fault-ended', values) : t('notice.fault-ended.emergency', { ...values, call })
}

/** Formats the role as a sentence: 'Role: viewer.' */
function roleOf({ role }: { role: GivenRole }, t: NoticeFormat['t']): string {
  return t('notice.access.role', { role: t(`notice.role.${role}`) })
}

/** Formats the end of an access as a sentence: 'Access ends: 28 November.' */
function endOfAccess(until: string, { t, moment }: NoticeFormat): string {
  return t('notice.access.end', { until: moment(until) })
}

type NamedBrowser = Extract<NoticeEvent, { kind: 'new-browser' | 'push-browser-added' | 'push-browser-removed' }>

/** Names a browser: 'Firefox (Windows)', or the available part of it. */
function browserOf({ browser, system }: NamedBrowser, t: NoticeFormat['t']): string {
  if (browser !== null && system !== null) return `${browser} (${system})`
  return browser ?? system ?? t('notice.new-browser.unknown')
}

/** Joins subject and text in one line: 'Burner does not ignite. Since 14:03.' */
export function noticeSentence({ subject, text }: NoticeWords): string {
  return text === '' ? subject : `${subject}. ${text}`
}
