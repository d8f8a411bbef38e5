import { isContractInForce, type ProviderContract } from '#contract/provider.ts'
import type { Appliance } from '../state/appliance.ts'

/** The content of the service provider tab. Specification 2.9. */
export type ProviderView =
  | { kind: 'ask-owner' }
  | { kind: 'no-address' }
  | { kind: 'add' }
  | { kind: 'connected'; provider: ProviderContract }
  /** A declined contract may be replaced. Specification 13.8. */
  | { kind: 'replace'; provider: ProviderContract }

export function providerViewOf({ service }: Pick<Appliance, 'service'>, isReplacing: boolean): ProviderView {
  const { provider, address, canEditContract } = service
  if (provider !== null) {
    const mayReplace = canEditContract && !isContractInForce(provider.status)
    return { kind: mayReplace && isReplacing ? 'replace' : 'connected', provider }
  }
  if (!canEditContract) return { kind: 'ask-owner' }
  return { kind: address === null ? 'no-address' : 'add' }
}

/** Returns the name under which the draft with an unsaved choice of a company is stored. */
export const providerDraftName = (applianceId: string): string => `provider ${applianceId}`

/**
 * Whether the page asks the person to agree to the latest version of the consent. It asks if the contract is in force
 * with an earlier version and the person may edit the contract.
 */
export function needsConsentUpdate({ service: { canEditContract, provider } }: Pick<Appliance, 'service'>): boolean {
  if (!canEditContract || provider === null || !isContractInForce(provider.status)) return false
  return !provider.hasLatestConsentVersion
}
