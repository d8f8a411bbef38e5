import type { PushSubscriptionKeys } from '#contract/notice-settings.ts'

/** Returns the fields of a browser's subscription that the portal stores; null if one is missing. */
export function subscriptionKeysOf(subscription: Pick<PushSubscription, 'toJSON'>): PushSubscriptionKeys | null {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}
