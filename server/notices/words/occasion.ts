import type { LoadedBrand } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { Language } from '#contract/languages.ts'
import type { NoticeEvent, NoticedAppliance } from '#contract/notices.ts'

/**
 * What a person is told of. `connectionId` and `appliance` are null where it is about none; `fault` is what the catalogue
 * says of the event's code in the reader's language, null where the event has none or nobody has described it.
 */
export type Occasion = {
  event: NoticeEvent
  connectionId: string | null
  appliance: NoticedAppliance | null
  fault: FaultDescription | null
  /** Whom to call about a fault: the connected service provider; null without one. */
  contact: CompanyToCall | null
}

/** A company, and how it is reached as far as that is known. */
export type CompanyToCall = { name: string; phone: string | null; email: string | null }

/**
 * The reader of a text, with the spelling of their country if it is set. `timeZone` is an IANA name. `origin` is the
 * base URL of the brand's portal without a trailing slash. `unsubscribeUrl` is the page that turns such emails off;
 * null if they cannot be turned off.
 */
export type Reader = {
  language: Language
  country: Country | null
  timeZone: string
  brand: LoadedBrand
  origin: string
  unsubscribeUrl: string | null
}
