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
 * Who reads it, and how their country spells, where it is known. `timeZone` is of the IANA data base; `origin` where the portal of this brand is reached, without a slash at
 * the end; `unsubscribeUrl` leads to where such mails are turned off, null for what cannot be.
 */
export type Reader = {
  language: Language
  country: Country | null
  timeZone: string
  brand: LoadedBrand
  origin: string
  unsubscribeUrl: string | null
}
