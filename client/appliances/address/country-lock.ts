import { isInForce } from '#contract/provider.ts'
import type { MessageId } from '#client/i18n/text.ts'
import type { Appliance } from '../appliance.ts'

/** Why the country of an address cannot be changed; null when it can. Specification 4.5. */
export function countryLockOf({ service }: Pick<Appliance, 'service'>): MessageId | null {
  const { provider, asaSupport } = service
  const hasProvider = provider !== null && isInForce(provider.connectionStatus)
  const hasSupport = asaSupport !== null && isInForce(asaSupport.connectionStatus)
  if (hasProvider && hasSupport) return 'address.locked.both'
  if (hasProvider) return 'address.locked.provider'
  return hasSupport ? 'address.locked.support' : null
}
