import type { ApplianceType } from '#contract/appliance.ts'
import { isolateNameDirection } from '#contract/isolate-name-direction.ts'
import { joinPagePath } from '#contract/pages.ts'
import {
  type MailMessage,
  letterLanguageAndBrandOf,
  createMomentFormatter,
  formatSupportLine,
  formatLetter,
} from './compose-messages.ts'
import type { LetterPart } from './mail-content.ts'
import type { MessageRecipient } from './notice-content.ts'
import { type NoticeTranslator, getNoticeTranslator } from './translator.ts'
import { isLinkLike } from './link-like-names.ts'

/**
 * The invitation or hand-over that a link opens. `inviter`: the name of the person who sent the link; null if that
 * person has no name. `city`: null if the appliance has no address.
 */
export type LinkedAppliance = {
  kind: 'invitation' | 'handover'
  token: string
  inviter: string | null
  applianceType: ApplianceType
  city: string | null
  expiresAt: Date
}

/**
 * Writes the email with an invitation or a hand-over, whose recipient may never have used the portal. Omits a name or a
 * city that could be mistaken for a link. Specification 26.13.
 */
export function createLinkMail(linkedAppliance: LinkedAppliance, recipient: MessageRecipient): MailMessage {
  const t = getNoticeTranslator(recipient)
  const { kind, token, expiresAt } = linkedAppliance
  const until = createMomentFormatter(recipient.language, recipient.timeZone)(expiresAt.toISOString())
  return formatLetter({
    ...letterLanguageAndBrandOf(recipient),
    title: t(`mail.link.${kind}.subject`),
    appliance: null,
    applianceInSubject: null,
    lead: leadOf(linkedAppliance, t),
    isEmergency: false,
    parts: [t('mail.link.validity', { until }), t('mail.link.ignore')].map(paragraph),
    action: { text: t(`mail.link.${kind}.open`), href: `${recipient.origin}${joinPagePath(token)}` },
    notes: [t('mail.link.why', { portal: recipient.brand.settings.title }), formatSupportLine(recipient, t)],
    links: [],
  })
}

function paragraph(text: string): LetterPart {
  return { heading: null, kind: 'paragraph', lines: [text] }
}

function leadOf({ kind, inviter, applianceType, city }: LinkedAppliance, t: NoticeTranslator): string {
  const type = t(`mail.appliance.type.${applianceType}`)
  const shownCity = safeText(city)
  const appliance = shownCity === null ? type : t('mail.link.place', { type, city: isolateNameDirection(shownCity) })
  const name = safeText(inviter)
  if (name === null) return t(`mail.link.${kind}.nameless`, { appliance })
  return t(`mail.link.${kind}`, { name: isolateNameDirection(name), appliance })
}

function safeText(typedText: string | null): string | null {
  return typedText === null || isLinkLike(typedText) ? null : typedText
}
