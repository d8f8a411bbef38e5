import type { MessageId } from '#client/i18n/text.ts'
import type { Appliance } from '../appliance.ts'

/** Why the country of an address cannot be changed; null when it can. Specification 4.5. */
export function countryLockOf({ service }: Pick<Appliance, 'service'>): MessageId | null {
  const hasProvider = isInForce(service.provider)
  const hasSupport = isInForce(service.asaSupport)
  if (hasProvider && hasSupport) return 'address.locked.both'
  if (hasProvider) return 'address.locked.provider'
  return hasSupport ? 'address.locked.support' : null
}

/** A declined contract binds nobody. Specification 13.8. */
function isInForce(link: { connectionStatus: string } | null): boolean {
  return link !== null && link.connectionStatus !== 'DECLINED'
}
