import type { GrantableRole } from './access-role.ts'
import type { FaultSeverity } from './faults.ts'
import type { NoticeEvent, NoticeKind } from './notices.ts'
import type english from '#texts/en/notices.json'

/** The key of a message in `texts/<language>/notices.json`. */
export type NoticeMessageId = keyof typeof english

/** The functions that format the parts of a notice for one reader. */
export type NoticeFormatters = {
  t(id: NoticeMessageId, values?: Record<string, string | number>): string
  /**
   * Formats a time (RFC 3339) for the reader. `since`: the start of the period that ends at this time. The end may then
   * omit the date that the start has.
   */
  moment(at: string, since?: string): string
  /**
   * Whether the reader already sees nearly the same time next to the text, as in a list. The text then omits the time.
   */
  isSeen?(at: string): boolean
  /** Returns the title of a fault. `code` is null if the appliance sent no code. */
  fault(code: string | null, severity: FaultSeverity): string
  /** Returns the catalogue's text that names whom to call, if the fault is an emergency; null for any other fault. */
  emergencyCall(code: string | null): string | null
}

/**
 * The texts of a notice. `subject`: the event in a few words. `text`: one or two sentences with more details, or an
 * empty text.
 */
export type NoticeWords = { subject: string; text: string }

/**
 * Returns the texts of a notice, without the name of its appliance. The texts are the same in the list, in push
 * messages and in emails, but the list omits times that stand next to them. Specification 23.8.
 */
export function formatNoticeWords(event: NoticeEvent, voice: NoticeFormatters): NoticeWords {
  return wordsOfKind(event.kind, event, voice)
}

type EventOf<K extends NoticeKind> = Extract<NoticeEvent, { kind: K }>

type EventsByKind = { [K in NoticeKind]: EventOf<K> }

function wordsOfKind<K extends NoticeKind>(kind: K, event: EventsByKind[K], voice: NoticeFormatters): NoticeWords {
  return wordsByKind[kind](event, voice)
}

const wordsByKind: {
  readonly [K in NoticeKind]: (event: EventsByKind[K], voice: NoticeFormatters) => NoticeWords
} = {
  'fault-began': (event, voice) => lastingFault(event, 'ERROR', voice),
  'warning-lasts': (event, voice) => lastingFault(event, 'WARNING', voice),
  'fault-recurs': recurringFault,
  'fault-ended': (event, voice) => ({
    subject: voice.t('notice.fault-ended.subject', { fault: voice.fault(event.code, event.severity) }),
    text: endOf(event, voice),
  }),
  offline: ({ since }, voice) => ({ subject: voice.t('notice.offline.subject'), text: sinceOf(since, voice) }),
  'back-online': ({ since, until }, { t, moment }) => ({
    subject: t('notice.back-online.subject'),
    text: t('notice.back-online', { since: moment(since), until: moment(until, since) }),
  }),
  'contract-answered': ({ isAccepted, company }, { t }) => ({
    subject: t(isAccepted ? 'notice.contract-accepted.subject' : 'notice.contract-declined.subject', { company }),
    text: '',
  }),
  'consent-changed': ({ company }, { t }) => ({
    subject: t('notice.consent-changed.subject'),
    text: t('notice.consent-changed', { company }),
  }),
  'export-ready': exportWords,
  'export-expires': exportWords,
  'export-failed': ({ reason }, { t }) => ({
    subject: t('notice.export-failed.subject'),
    text: t(`notice.export-failed.${reason}`),
  }),
  'program-decided': programDecision,
  'webhooks-failing': ({ program, url, since }, { t, moment }) => ({
    subject: t('notice.webhooks-failing.subject', { program }),
    text: t('notice.webhooks-failing', { url, since: moment(since) }),
  }),
  'access-given': givenAccess,
  'own-access-changed': givenAccess,
  'request-accepted': givenAccess,
  'access-ends': endingAccess,
  'own-access-ends': endingAccess,
  'takeover-asked': ({ until }, { t, moment }) => ({
    subject: t('notice.takeover-asked.subject'),
    text: t('notice.takeover-asked', { until: moment(until) }),
  }),
  'access-ended': fixedWords,
  'own-access-ended': fixedWords,
  'access-requested': fixedWords,
  'handover-declined': fixedWords,
  'handover-expired': fixedWords,
  'link-undeliverable': fixedWords,
  'ownership-begun': fixedWords,
  'ownership-ended': fixedWords,
  'owner-changed': fixedWords,
  'takeover-ended': fixedWords,
  'request-declined': (_, { t }) => ({
    subject: t('notice.request-declined.subject'),
    text: t('notice.own-access-ended'),
  }),
  'new-browser': newBrowser,
  'contact-email-changed': fixedWords,
  'notice-settings-changed': fixedWords,
  'account-restored': fixedWords,
  'push-browser-added': pushBrowser,
  'push-browser-removed': pushBrowser,
  'account-deleted': ({ erasedAt }, { t, moment }) => ({
    subject: t('notice.account-deleted.subject'),
    text: t('notice.account-deleted', { until: moment(erasedAt) }),
  }),
  'sessions-ended': ({ count }, { t }) => ({
    subject: t('notice.sessions-ended.subject'),
    text: t('notice.sessions-ended', { count }),
  }),
  'emails-turned-off': ({ category }, { t }) => ({
    subject: t('notice.emails-turned-off.subject'),
    text: t('notice.emails-turned-off', { topic: t(`notice.topic.${category}`) }),
  }),
  'mail-undeliverable': fixedWords,
  'mail-limit': ({ limit, until }, { t, moment }) => ({
    subject: t('notice.mail-limit.subject'),
    text: t('notice.mail-limit', { limit, until: moment(until) }),
  }),
}

function lastingFault(
  { code, since }: EventOf<'fault-began' | 'warning-lasts'>,
  severity: FaultSeverity,
  voice: NoticeFormatters,
): NoticeWords {
  return { subject: voice.fault(code, severity), text: withInstructionFirst(code, sinceOf(since, voice), voice) }
}

function recurringFault(event: EventOf<'fault-recurs'>, voice: NoticeFormatters): NoticeWords {
  const { t, moment, fault } = voice
  const subject = t('notice.fault-recurs.subject', { fault: fault(event.code, event.severity) })
  const times = t('notice.fault-recurs', { since: moment(event.since), times: event.times })
  return { subject, text: withInstructionFirst(event.code, times, voice) }
}

function exportWords(
  { kind, expiresAt }: EventOf<'export-ready' | 'export-expires'>,
  voice: NoticeFormatters,
): NoticeWords {
  const { t, moment } = voice
  return { subject: t(`notice.${kind}.subject`), text: t(`notice.${kind}`, { until: moment(expiresAt) }) }
}

function programDecision(event: EventOf<'program-decided'>, { t }: NoticeFormatters): NoticeWords {
  const { program, decision, reason } = event
  const sentence = t(`notice.program-decided.${decision}`)
  return {
    subject: t(`notice.program-decided.${decision}.subject`, { program }),
    text: reason === null ? sentence : `${sentence} ${t('notice.program-decided.reason', { reason })}`,
  }
}

function givenAccess(
  event: EventOf<'access-given' | 'own-access-changed' | 'request-accepted'>,
  voice: NoticeFormatters,
): NoticeWords {
  const role = roleOf(event, voice.t)
  return {
    subject: voice.t(`notice.${event.kind}.subject`),
    text: event.until === null ? role : `${role} ${endOfAccess(event.until, voice)}`,
  }
}

function endingAccess(
  { kind, until }: EventOf<'access-ends' | 'own-access-ends'>,
  voice: NoticeFormatters,
): NoticeWords {
  return { subject: voice.t(`notice.${kind}.subject`), text: endOfAccess(until, voice) }
}

function newBrowser(event: EventOf<'new-browser'>, voice: NoticeFormatters): NoticeWords {
  const { t, moment, isSeen } = voice
  const browser = browserOf(event, t)
  return {
    subject: t('notice.new-browser.subject'),
    text: isSeen?.(event.at) ? `${browser}.` : t('notice.new-browser', { browser, at: moment(event.at) }),
  }
}

function pushBrowser(
  event: EventOf<'push-browser-added' | 'push-browser-removed'>,
  { t }: NoticeFormatters,
): NoticeWords {
  return {
    subject: t(`notice.${event.kind}.subject`),
    text: t(`notice.${event.kind}`, { browser: browserOf(event, t) }),
  }
}

/** The kinds whose texts have no values. */
type FixedKind =
  | 'access-ended'
  | 'own-access-ended'
  | 'access-requested'
  | 'handover-declined'
  | 'handover-expired'
  | 'link-undeliverable'
  | 'ownership-begun'
  | 'ownership-ended'
  | 'owner-changed'
  | 'takeover-ended'
  | 'contact-email-changed'
  | 'notice-settings-changed'
  | 'account-restored'
  | 'mail-undeliverable'

function fixedWords({ kind }: { kind: FixedKind }, { t }: NoticeFormatters): NoticeWords {
  return { subject: t(`notice.${kind}.subject`), text: t(`notice.${kind}`) }
}

/** Formats the start of an event, unless the reader sees nearly the same time next to the text. */
function sinceOf(since: string, { t, moment, isSeen }: NoticeFormatters): string {
  return isSeen?.(since) ? '' : t('notice.since', { since: moment(since) })
}

/**
 * Adds the emergency instruction before the text if the fault is an emergency, because a locked telephone shows only
 * the first words.
 */
function withInstructionFirst(code: string | null, text: string, { t, emergencyCall }: NoticeFormatters): string {
  return emergencyCall(code) === null ? text : `${t('notice.emergency')} ${text}`.trim()
}

/** Returns the text about the end of a fault. After an emergency, this text must not say that the house is safe. */
function endOf({ code, since, until }: EventOf<'fault-ended'>, { t, moment, emergencyCall }: NoticeFormatters): string {
  const call = emergencyCall(code)
  const values = { since: moment(since), until: moment(until, since) }
  return call === null ? t('notice.fault-ended', values) : t('notice.fault-ended.emergency', { ...values, call })
}

/** Formats the role as a sentence: 'Role: viewer.' */
function roleOf({ role }: { role: GrantableRole }, t: NoticeFormatters['t']): string {
  return t('notice.access.role', { role: t(`notice.role.${role}`) })
}

/** Formats the end of an access as a sentence: 'Access ends: 28 November.' */
function endOfAccess(until: string, { t, moment }: NoticeFormatters): string {
  return t('notice.access.end', { until: moment(until) })
}

type NamedBrowser = EventOf<'new-browser' | 'push-browser-added' | 'push-browser-removed'>

/**
 * Returns the name of a browser: 'Firefox (Windows)', or only the browser or only the system if the other is unknown.
 */
function browserOf({ browser, system }: NamedBrowser, t: NoticeFormatters['t']): string {
  if (browser !== null && system !== null) return `${browser} (${system})`
  return browser ?? system ?? t('notice.new-browser.unknown')
}

/** Joins subject and text in one line: 'Burner does not ignite. Since 14:03.' */
export function formatNoticeSentence({ subject, text }: NoticeWords): string {
  return text === '' ? subject : `${subject}. ${text}`
}
