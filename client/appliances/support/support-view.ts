import type { Country } from '#contract/countries.ts'
import { isInForce } from '#contract/provider.ts'
import type { SupportCompany } from '#contract/support.ts'
import type { Appliance, AsaSupport } from '../appliance.ts'

/** The support company of the appliance's country, as far as it is known. */
export type SupportLookUp =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'none' }
  | { kind: 'there'; company: SupportCompany }

/** What the tab shows. Specification 2.10. */
export type SupportView =
  | { kind: 'connected'; support: AsaSupport; canWithdraw: boolean }
  | { kind: 'ask-owner' }
  | { kind: 'no-address' }
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'none-here'; country: Country }
  /** `declined`: the request before was declined; it may be sent again. Specification 13.8. */
  | { kind: 'request'; company: SupportCompany; declined: AsaSupport | null }

export function supportViewOf({ service }: Pick<Appliance, 'service'>, lookUp: SupportLookUp): SupportView {
  const { asaSupport, address, canEditContract } = service
  const isDeclined = asaSupport !== null && !isInForce(asaSupport.connectionStatus)
  if (asaSupport && (!isDeclined || !canEditContract)) {
    return { kind: 'connected', support: asaSupport, canWithdraw: canEditContract }
  }
  if (!canEditContract) return { kind: 'ask-owner' }
  if (address === null) return { kind: 'no-address' }
  if (lookUp.kind === 'loading' || lookUp.kind === 'failed') return lookUp
  if (lookUp.kind === 'none') return { kind: 'none-here', country: address.country }
  return { kind: 'request', company: lookUp.company, declined: isDeclined ? asaSupport : null }
}
