import type { ProviderContract } from '#contract/provider.ts'
import type { MessageId } from '#client/i18n/message-types.ts'

/** Returns the id of the text for a provider's permission. Specification 2.9, "Permission labels". */
export function permissionLabelOf({ permission, hasLatestConsentVersion }: ProviderContract): MessageId {
  if (permission === 'NOTIFICATIONS') return 'provider.permission.notifications'
  return hasLatestConsentVersion ? 'provider.permission.latest' : 'provider.permission.outdated'
}
