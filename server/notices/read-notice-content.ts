import type { LoadedBrand } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'
import type { FaultDescription } from '#contract/faults.ts'
import { type Language, fallbackLanguage, legalLanguageOfCountry } from '#contract/languages.ts'
import { findChannelChoice, defaultNoticeChoices } from '#contract/notice-settings.ts'
import { noticeCategoryOf, type UnsubscribableCategory, type NoticeEvent } from '#contract/notices.ts'
import { localeTagOf, adaptSpelling } from '#contract/adapt-spelling.ts'
import { isSentDespiteNoticeSettings } from './choose-notice-channels.ts'
import type { UnsubscribeTokens } from './unsubscribe/unsubscribe-tokens.ts'
import type { CompanyToCall, NoticeContent, MessageRecipient } from './words/notice-content.ts'
import type { Delivery, DeliveryChannel } from './delivery/store.ts'

/** The dependencies for the texts of a notice. `originOf`: returns the base URL of a brand's portal. */
export type NoticeTextDependencies = {
  brandOf(id: string): LoadedBrand
  originOf(brand: string): string
  describeFault(code: string, language: Language): Promise<FaultDescription | null>
  unsubscribe: Pick<UnsubscribeTokens, 'tokenOf'>
}

const zones: Readonly<Partial<Record<Country, string>>> = {
  AT: 'Europe/Vienna',
  BE: 'Europe/Brussels',
  CH: 'Europe/Zurich',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  ES: 'Europe/Madrid',
  FO: 'Atlantic/Faroe',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  IT: 'Europe/Rome',
  LU: 'Europe/Luxembourg',
  NL: 'Europe/Amsterdam',
  PL: 'Europe/Warsaw',
  SE: 'Europe/Stockholm',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
}

type Person = Pick<Delivery, 'personId' | 'language' | 'country' | 'timeZone'>

/**
 * Returns the recipient of a message of a brand. `category`: the category of emails that the link in the message
 * turns off; null if the message has no such link.
 */
export function toMessageRecipient(
  { brandOf, originOf, unsubscribe }: NoticeTextDependencies,
  { personId, language, country, timeZone }: Person,
  { brand, category }: { brand: string; category: UnsubscribableCategory | null },
): MessageRecipient {
  const origin = originOf(brand)
  return {
    language: messageLanguageOf({ language, country }),
    country,
    timeZone: timeZone ?? (country && zones[country]) ?? 'Europe/Berlin',
    brand: brandOf(brand),
    origin,
    unsubscribeUrl: category && `${origin}/unsubscribe/${unsubscribe.tokenOf({ personId, category })}`,
  }
}

/**
 * Returns the language for messages to a person: the language of the page that the person used last, otherwise the
 * language of their country, otherwise the fallback language.
 */
export function messageLanguageOf({ language, country }: Pick<Person, 'language' | 'country'>): Language {
  return language ?? (country ? legalLanguageOfCountry[country] : fallbackLanguage)
}

/** Reads the content of a delivery, with the catalogue's description of the fault in the recipient's language. */
export async function readNoticeContent(
  { describeFault }: NoticeTextDependencies,
  delivery: Delivery,
  event: NoticeEvent,
): Promise<NoticeContent> {
  const code = 'code' in event ? event.code : null
  const language = messageLanguageOf(delivery)
  const described = code === null ? null : await describeFault(code, language)
  const fault = adaptSpelling(localeTagOf(language, delivery.country), described)
  const occasion = { event, connectionId: delivery.gatewayId, appliance: applianceOf(delivery), fault }
  return { ...occasion, contact: providerOf(delivery) }
}

function providerOf({ providerName, providerPhone, providerEmail }: Delivery): CompanyToCall | null {
  return providerName === null ? null : { name: providerName, phone: providerPhone, email: providerEmail }
}

function applianceOf(delivery: Delivery): NoticeContent['appliance'] {
  if (delivery.applianceType === null) return null
  const { name, applianceType, placementInType } = delivery
  return { name, applianceType, placementInType }
}

/** Returns the category in which the person can turn this email off; null if the person cannot turn it off. */
export function unsubscribableCategoryOf(occurrence: {
  event: NoticeEvent
  isEmergency: boolean
}): UnsubscribableCategory | null {
  if (isSentDespiteNoticeSettings(occurrence)) return null
  const category = noticeCategoryOf(occurrence.event.kind)
  return category === 'security' ? null : category
}

/**
 * Whether the person still wants the notice on this channel. The settings may have changed after the delivery was
 * queued.
 */
export function isDeliveryStillChosen(delivery: Delivery, channel: DeliveryChannel, now: number): boolean {
  const { event, isEmergency, gatewayId: connectionId, choices, applianceChoices, pausedUntil } = delivery
  if (event === null || isSentDespiteNoticeSettings({ event, isEmergency })) return true
  const category = noticeCategoryOf(event.kind)
  const appliances = connectionId && applianceChoices ? [{ connectionId, choices: applianceChoices }] : []
  if (!findChannelChoice({ choices: choices ?? defaultNoticeChoices, appliances }, { category, connectionId })[channel])
    return false
  return category === 'security' || pausedUntil === null || pausedUntil.getTime() <= now
}
