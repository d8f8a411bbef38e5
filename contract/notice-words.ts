import type { FaultSeverity } from './faults.ts'
import type { NoticeEvent } from './notices.ts'
import type english from './notice-catalogs/en.json'

/** The key of a message in `contract/notice-catalogs/<language>.json`. */
export type NoticeMessageId = keyof typeof english

/** How a reader is spoken to: in their language, at their hours. */
export type NoticeVoice = {
  t(id: NoticeMessageId, values?: Record<string, string | number>): string
  /** A moment (RFC 3339) as the reader would write it. */
  moment(at: string): string
  /** What a fault is called; `code` null where the appliance named none. */
  fault(code: string | null, severity: FaultSeverity): string
}

/** `subject`: what has happened, in a few words. `text`: one or two sentences that need nothing beside them. */
export type NoticeWords = { subject: string; text: string }

/** What a notice says, without its appliance: the same in the list, in a push and in a mail. Specification 23.8. */
export function noticeWords(event: NoticeEvent, { t, moment, fault }: NoticeVoice): NoticeWords {
  switch (event.kind) {
    case 'fault-began':
    case 'warning-lasts': {
      const title = fault(event.code, event.kind === 'fault-began' ? 'ERROR' : 'WARNING')
      return { subject: title, text: t('notice.fault', { fault: title, since: moment(event.since) }) }
    }
    case 'fault-recurs': {
      const values = {
        fault: fault(event.code, event.severity),
        since: moment(event.since),
        times: event.times,
      }
      return { subject: t('notice.fault-recurs.subject', values), text: t('notice.fault-recurs', values) }
    }
    case 'fault-ended': {
      const values = {
        fault: fault(event.code, event.severity),
        since: moment(event.since),
        until: moment(event.until),
      }
      return { subject: t('notice.fault-ended.subject', values), text: t('notice.fault-ended', values) }
    }
    case 'offline':
      return { subject: t('notice.offline.subject'), text: t('notice.offline', { since: moment(event.since) }) }
    case 'back-online': {
      const values = { since: moment(event.since), until: moment(event.until) }
      return { subject: t('notice.back-online.subject'), text: t('notice.back-online', values) }
    }
    case 'contract-answered': {
      const id = event.isAccepted ? 'notice.contract-accepted' : 'notice.contract-declined'
      return { subject: t(`${id}.subject`), text: t(id, { company: event.company }) }
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
    case 'new-browser':
      return {
        subject: t('notice.new-browser.subject'),
        text: t('notice.new-browser', { browser: browserOf(event, t), at: moment(event.at) }),
      }
    case 'mail-undeliverable':
      return { subject: t('notice.mail-undeliverable.subject'), text: t('notice.mail-undeliverable') }
    case 'mail-limit': {
      const values = { limit: event.limit, until: moment(event.until) }
      return { subject: t('notice.mail-limit.subject'), text: t('notice.mail-limit', values) }
    }
  }
}

type NewBrowser = Extract<NoticeEvent, { kind: 'new-browser' }>

/** 'Firefox (Windows)', or what of it is known. */
function browserOf({ browser, system }: NewBrowser, t: NoticeVoice['t']): string {
  if (browser !== null && system !== null) return `${browser} (${system})`
  return browser ?? system ?? t('notice.new-browser.unknown')
}
