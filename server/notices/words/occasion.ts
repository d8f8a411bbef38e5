import type { LoadedBrand } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { Language } from '#contract/languages.ts'
import type { NoticeEvent, NoticedAppliance } from '#contract/notices.ts'

/**
 * The content of a notice. `connectionId` and `appliance` are null if it is not about an appliance. `fault` is the
 * catalogue's description of the event's code in the recipient's language; null without one.
 */
export type Occasion = {
  event: NoticeEvent
  connectionId: string | null
  appliance: NoticedAppliance | null
  fault: FaultDescription | null
  /** The contact for a fault: the connected service provider; null without one. */
  contact: CompanyToCall | null
}

/** A company with its available contact data. */
export type CompanyToCall = { name: string; phone: string | null; email: string | null }

/**
 * The recipient of a text, with the spelling of their country if it is set. `timeZone` is an IANA name. `origin` is the
 * base URL of the brand's portal without a trailing slash. `unsubscribeUrl` is the page that turns such emails off;
 * null if they cannot be turned off.
 */
export type MessageRecipient = {
  language: Language
  country: Country | null
  timeZone: string
  brand: LoadedBrand
  origin: string
  unsubscribeUrl: string | null
}
