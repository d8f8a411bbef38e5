import type { Country } from '#contract/countries.ts'
import { isContractInForce } from '#contract/provider.ts'
import type { SupportCompany, SupportContract } from '#contract/support-company.ts'
import type { LookupState } from '#client/use-lookup.ts'
import type { Appliance } from '../state/appliance.ts'

/** The content of the tab for customer support. Specification 2.10. */
export type SupportView =
  | { kind: 'connected'; support: SupportContract; canWithdraw: boolean }
  | { kind: 'ask-owner' }
  | { kind: 'no-address' }
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'none-here'; country: Country }
  /**
   * `declined`: the company declined the previous request. The person may send the request again. Specification 13.8.
   */
  | { kind: 'request'; company: SupportCompany; declined: SupportContract | null }

/**
 * Decides the content of the tab. `lookupState`: the lookup of the support company of the appliance's country; its
 * value is null if the country has none.
 */
export function supportViewOf(
  { service }: Pick<Appliance, 'service'>,
  lookupState: LookupState<SupportCompany | null>,
): SupportView {
  const { asaSupport, address, canEditContract } = service
  const isDeclined = asaSupport !== null && !isContractInForce(asaSupport.status)
  if (asaSupport && (!isDeclined || !canEditContract)) {
    return { kind: 'connected', support: asaSupport, canWithdraw: canEditContract }
  }
  if (!canEditContract) return { kind: 'ask-owner' }
  if (address === null) return { kind: 'no-address' }
  if (lookupState.kind !== 'there') return lookupState
  if (lookupState.value === null) return { kind: 'none-here', country: address.country }
  return { kind: 'request', company: lookupState.value, declined: isDeclined ? asaSupport : null }
}
