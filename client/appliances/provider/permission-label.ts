import type { MessageId } from '#client/i18n/text.ts'
import type { ServiceProvider } from '../appliance.ts'

/** What a provider may do, in words. Specification 2.9, "Permission labels". */
export function permissionLabel({ permission, hasLatestConsentVersion }: ServiceProvider): MessageId {
  if (permission === 'NOTIFICATIONS') return 'provider.permission.notifications'
  return hasLatestConsentVersion ? 'provider.permission.latest' : 'provider.permission.outdated'
}
