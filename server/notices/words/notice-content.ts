import type { LoadedBrand } from '#brands/brand.ts'
import type { Country } from '#contract/countries.ts'
import type { FaultDescription } from '#contract/faults.ts'
import type { Language } from '#contract/languages.ts'
import type { NoticeEvent, ApplianceOfNotice } from '#contract/notices.ts'

/**
 * The content of a notice. `connectionId`, `appliance`: null if the notice is not about an appliance. `fault`: the
 * catalogue's description of the fault code, in the recipient's language; null if the catalogue has none.
 */
export type NoticeContent = {
  event: NoticeEvent
  connectionId: string | null
  appliance: ApplianceOfNotice | null
  fault: FaultDescription | null
  /**
   * The company to contact about a fault, which is the connected service provider; null if no provider is connected.
   */
  contact: CompanyToCall | null
}

/** A company, with the contact data that are stored. */
export type CompanyToCall = { name: string; phone: string | null; email: string | null }

/**
 * The recipient of a message. `country`: decides the spelling; null if it is not set. `timeZone`: an IANA name.
 * `origin`: the base URL of the brand's portal, without a trailing slash. `unsubscribeUrl`: the page that turns off
 * such emails; null if the person cannot turn them off.
 */
export type MessageRecipient = {
  language: Language
  country: Country | null
  timeZone: string
  brand: LoadedBrand
  origin: string
  unsubscribeUrl: string | null
}
