import type { FaultSeverity } from '#contract/faults.ts'
import { faultWordsOf } from '#contract/fault-words.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import type { Language } from '#contract/languages.ts'
import { mailCodeLimits } from '#contract/notice-settings.ts'
import { noticeCategoryOf, isSentOnEveryChannel, type ApplianceOfNotice } from '#contract/notices.ts'
import {
  formatNoticeSentence,
  type NoticeFormatters,
  type NoticeWords,
  formatNoticeWords,
} from '#contract/notice-words.ts'
import { noticePath, noticeSettingsPath } from '#contract/pages.ts'
import { type Letter, type LetterLink, type LetterPart, formatLetterHtml, formatLetterText } from './mail-content.ts'
import { type CompanyToCall, type NoticeContent, type MessageRecipient } from './notice-content.ts'
import { type NoticeTranslator, getNoticeTranslator } from './translator.ts'
import { hideLinkLikeName } from './link-like-names.ts'

/** An email in the recipient's language. `subject` has no line breaks. */
export type MailMessage = { subject: string; text: string; html: string }

/**
 * A push message for a browser. `path`: the page that a click opens. The message contains no personal content except
 * the name of the appliance.
 */
export type PushMessage = { title: string; body: string; path: string }

/** Writes the email for a notice. A pure function. Specification 23.12. */
export function composeNoticeMail(occasion: NoticeContent, recipient: MessageRecipient): MailMessage {
  const t = getNoticeTranslator(recipient)
  const { subject, text } = wordsOf(occasion, recipient, t)
  const appliance = occasion.appliance && applianceName(occasion.appliance, t)
  const parts = partsOf(occasion, { t, language: recipient.language })
  return formatLetter({
    ...letterLanguageAndBrandOf(recipient),
    title: subject,
    appliance,
    applianceInSubject: occasion.appliance && applianceName(hideLinkLikeName(occasion.appliance), t),
    lead: text,
    isEmergency: parts.isEmergency,
    parts: parts.items,
    action: { text: t('mail.open'), href: `${recipient.origin}${noticePath(occasion.event, occasion.connectionId)}` },
    notes: [t(reasonOf(occasion, parts), { portal: recipient.brand.settings.title }), formatSupportLine(recipient, t)],
    links: linksOf(recipient, t),
  })
}

/** Writes the push message for a notice. A pure function. */
export function composeNoticePush(occasion: NoticeContent, recipient: MessageRecipient): PushMessage {
  const t = getNoticeTranslator(recipient)
  const { appliance } = occasion
  return {
    title: toOneLine(appliance === null ? recipient.brand.settings.title : applianceName(appliance, t)),
    body: toOneLine(formatNoticeSentence(wordsOf(occasion, recipient, t))),
    path: noticePath(occasion.event, occasion.connectionId),
  }
}

/** Writes the email with a code that confirms an address. A pure function. */
export function composeCodeMail(code: string, recipient: MessageRecipient): MailMessage {
  const t = getNoticeTranslator(recipient)
  const minutes = new Intl.NumberFormat(localeOf(recipient.language), {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'long',
  })
  return formatLetter({
    ...letterLanguageAndBrandOf(recipient),
    title: t('mail.code.subject', { code }),
    appliance: null,
    applianceInSubject: null,
    lead: t('mail.code.text'),
    code,
    isEmergency: false,
    parts: [
      {
        heading: null,
        kind: 'paragraph',
        lines: [t('mail.code.validity', { duration: minutes.format(mailCodeLimits.minutes) })],
      },
    ],
    action: null,
    notes: [formatSupportLine(recipient, t)],
    links: [],
  })
}

export function formatLetter({
  applianceInSubject,
  ...letter
}: Letter & { applianceInSubject: string | null }): MailMessage {
  const { title } = letter
  return {
    subject: toOneLine(applianceInSubject === null ? title : `${applianceInSubject}: ${title}`),
    text: formatLetterText(letter),
    html: formatLetterHtml(letter),
  }
}

/**
 * Replaces line breaks by spaces. A mail header must be one line, but the name of an appliance or a company may contain
 * line breaks. RFC 5322, section 2.2.
 */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

export function letterLanguageAndBrandOf({ language, brand }: MessageRecipient): Pick<Letter, 'language' | 'brand'> {
  return { language, brand }
}

function wordsOf(
  { event, fault }: NoticeContent,
  { language, timeZone }: MessageRecipient,
  t: NoticeTranslator,
): NoticeWords {
  const voice: NoticeFormatters = {
    t,
    moment: createMomentFormatter(language, timeZone),
    fault: (code, severity) => faultWordsOf({ code, severity }, fault, t).title,
    emergencyCall: () => (fault?.emergency === true ? fault.call : null),
  }
  return formatNoticeWords(event, voice)
}

/**
 * Creates a function that formats an RFC 3339 time. The text contains the date, because the email may be read on
 * another day.
 */
export function createMomentFormatter(language: Language, timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  return (at) => format.format(new Date(at))
}

/**
 * Returns the locale for dates and numbers in a language. Plain `en` would mean the United States, where no brand is
 * sold.
 */
function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language
}

/**
 * Returns the name of an appliance for a text: 'Cellar, Boiler 1', or 'Boiler 1' if the person has given it no name.
 * Specification 2.6.
 */
function applianceName({ name, applianceType, placementInType }: ApplianceOfNotice, t: NoticeTranslator): string {
  const type = t(`mail.appliance.type.${applianceType}`)
  const title = t('mail.appliance.name', { type, number: placementInType })
  return name === null ? title : `${isolateNameDirection(name)}, ${title}`
}

/** The texts of a letter: the language of the recipient, and the function `t` that translates to it. */
type LetterTexts = { t: NoticeTranslator; language: Language }

type LetterContent = { isEmergency: boolean; items: readonly LetterPart[] }

/**
 * Returns the parts of an email below its lead: an explanation of the event, and the possible actions of the person.
 */
function partsOf(occasion: NoticeContent, texts: LetterTexts): LetterContent {
  const { event } = occasion
  switch (event.kind) {
    case 'fault-began':
      return faultParts(occasion, { code: event.code, severity: 'ERROR' }, texts)
    case 'warning-lasts':
      return faultParts(occasion, { code: event.code, severity: 'WARNING' }, texts)
    case 'fault-recurs':
      return faultParts(occasion, event, texts)
    case 'offline':
    case 'new-browser':
      return advice(texts.t(`mail.advice.${event.kind}`))
    case 'fault-ended':
      return { isEmergency: occasion.fault?.emergency === true, items: [] }
    case 'back-online':
    case 'contract-answered':
    case 'consent-changed':
    case 'export-ready':
    case 'export-expires':
    case 'export-failed':
    case 'program-decided':
    case 'webhooks-failing':
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
    case 'link-undeliverable':
    case 'ownership-begun':
    case 'ownership-ended':
    case 'owner-changed':
    case 'takeover-asked':
    case 'takeover-ended':
    case 'contact-email-changed':
    case 'notice-settings-changed':
    case 'push-browser-added':
    case 'push-browser-removed':
    case 'sessions-ended':
    case 'account-deleted':
    case 'account-restored':
    case 'emails-turned-off':
    case 'mail-undeliverable':
    case 'mail-limit':
      return { isEmergency: false, items: [] }
  }
}

function advice(text: string): LetterContent {
  return { isEmergency: false, items: [{ heading: null, kind: 'paragraph', lines: [text] }] }
}

type ReportedFault = { code: string | null; severity: FaultSeverity }

/** Returns the parts of an email about a fault, with the same texts as on the appliance's card. Specification 22.5. */
function faultParts(
  { fault, contact }: NoticeContent,
  reportedFault: ReportedFault,
  { t, language }: LetterTexts,
): LetterContent {
  const words = faultWordsOf(reportedFault, fault, t)
  const own = words.language === undefined || words.language === language ? {} : { language: words.language }
  const part = (heading: string | null, lines: readonly string[]): LetterPart => ({
    ...own,
    heading,
    kind: lines.length > 1 ? 'steps' : 'paragraph',
    lines,
  })
  const code = reportedFault.code === null ? [] : [part(null, [t('fault.code', { code: reportedFault.code })])]
  const meaning = part(t('fault.meaning'), [words.meaning])
  const heating = part(t('fault.heating'), [words.heating])
  if (words.emergency) {
    const first = [part(t('fault.emergency'), words.selfHelp), part(null, [words.call])]
    return { isEmergency: true, items: [...first, meaning, heating, ...code] }
  }
  const help = [part(t('fault.self-help'), words.selfHelp), part(t('fault.call'), [words.call])]
  const whom: LetterPart = { heading: t('fault.contact'), kind: 'lines', lines: contactLines(contact, t) }
  return { isEmergency: false, items: [meaning, heating, ...help, whom, ...code] }
}

/** Returns the lines about a company. Telephone and email are links, as on the appliance's card. */
function contactLines(contact: CompanyToCall | null, t: NoticeTranslator): (string | LetterLink)[] {
  if (!contact) return [t('fault.contact.ask')]
  const { name, phone, email } = contact
  return [
    name,
    ...(phone === null ? [] : [{ text: phone, href: `tel:${phone.replaceAll(/[^+\d]/gu, '')}` }]),
    ...(email === null ? [] : [{ text: email, href: `mailto:${encodeURIComponent(email).replace('%40', '@')}` }]),
  ]
}

function reasonOf({ event }: NoticeContent, { isEmergency }: LetterContent) {
  if (isEmergency && event.kind !== 'fault-ended') return 'mail.why.emergency'
  const isForced = isSentOnEveryChannel(event.kind) || noticeCategoryOf(event.kind) === 'security'
  return isForced ? 'mail.why.always' : 'mail.why'
}

export function formatSupportLine({ brand }: MessageRecipient, t: NoticeTranslator): string {
  return t('mail.support', { mail: brand.settings.supportMail })
}

function linksOf({ origin, unsubscribeUrl }: MessageRecipient, t: NoticeTranslator): LetterLink[] {
  const settings = { text: t('mail.settings'), href: `${origin}${noticeSettingsPath}` }
  if (unsubscribeUrl === null) return [settings]
  return [settings, { text: t('mail.unsubscribe'), href: unsubscribeUrl }]
}
