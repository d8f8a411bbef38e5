import type { PushSubscriptionBody } from '#contract/notice-settings.ts'

/** Returns the fields of a browser's subscription that the portal stores; null if one is missing. */
export function pushSubscriptionKeysOf(subscription: Pick<PushSubscription, 'toJSON'>): PushSubscriptionBody | null {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}
