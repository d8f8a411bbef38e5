import type { PushSubscriptionKeys } from '#contract/notice-settings.ts'
import { keysOf } from '#client/push-keys.ts'

/**
 * The state of push messages in this browser. `denied`: the person has blocked them, which only the browser's
 * settings can undo.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on' | 'failed'

/** The part of the browser that push messages need; null for missing parts. */
export type PushBrowser = {
  permission(): NotificationPermission
  ask(): Promise<NotificationPermission>
  /** The registration of the service worker, undefined without one. */
  registration(): Promise<Pick<ServiceWorkerRegistration, 'pushManager'> | undefined>
}

export type PushSwitchDependencies = {
  browser: PushBrowser | null
  /** The portal's public key, base64url. RFC 8292. */
  key: string
  add(keys: PushSubscriptionKeys): Promise<unknown>
  remove(endpoint: string): Promise<unknown>
}

/**
 * The browser's push objects; null without push support: on iOS before the portal is installed, or without a secure
 * origin.
 */
export function pushBrowser(): PushBrowser | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null
  return {
    permission: () => Notification.permission,
    ask: async () => Notification.requestPermission(),
    registration: async () => navigator.serviceWorker.getRegistration(),
  }
}

/** Reads the state without requesting a permission. */
export async function readPushState({ browser }: Pick<PushSwitchDependencies, 'browser'>): Promise<PushState> {
  const registration = await browser?.registration()
  if (!browser || !registration) return 'unsupported'
  if (browser.permission() === 'denied') return 'denied'
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/**
 * After a click: requests permission, subscribes at the push service, and sends the subscription to the portal. If
 * the portal rejects it, the subscription is ended.
 */
export async function switchPushOn({ browser, key, add }: PushSwitchDependencies): Promise<PushState> {
  const registration = await browser?.registration()
  if (!browser || !registration) return 'unsupported'
  const permission = await browser.ask()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const { pushManager } = registration
  const subscription = await subscribe(pushManager, key)
  const keys = subscription && keysOf(subscription)
  if (!keys) return 'failed'
  try {
    await add(keys)
    return 'on'
  } catch {
    // Ends the subscription that the portal does not have, because it would never send a push to it.
    await subscription.unsubscribe()
    return 'failed'
  }
}

/** Subscribes at the push service; null if it cannot be reached, or refuses. */
async function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // Replaces a subscription with an earlier key of the portal.
    if (error.name !== 'InvalidStateError') return null
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options).catch(() => null)
  }
}

/**
 * Ends the subscription in the browser and at the portal. If the portal cannot be reached, its next push fails and
 * removes it.
 */
export async function switchPushOff({
  browser,
  remove,
}: Pick<PushSwitchDependencies, 'browser' | 'remove'>): Promise<PushState> {
  const registration = await browser?.registration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return readPushState({ browser })
  await subscription.unsubscribe()
  await remove(subscription.endpoint).catch(() => undefined)
  return readPushState({ browser })
}
