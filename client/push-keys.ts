import type { PushSubscriptionKeys } from '#contract/notice-settings.ts'

/** What the portal keeps of a browser's subscription; null where the browser has made none that can be written to. */
export function keysOf(subscription: Pick<PushSubscription, 'toJSON'>): PushSubscriptionKeys | null {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}
