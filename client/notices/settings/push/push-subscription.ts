import type { PushSubscriptionBody } from '#contract/notice-settings.ts'
import { pushSubscriptionKeysOf } from '#client/push-keys.ts'

/**
 * The state of push messages in this browser. `denied`: the person has blocked push messages; only the settings of the
 * browser can change this.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on' | 'failed'

/** The functions of the browser that push messages need. */
export type PushFunctions = {
  permission(): NotificationPermission
  ask(): Promise<NotificationPermission>
  /** Resolves to the registration of the service worker; undefined if there is none. */
  registration(): Promise<Pick<ServiceWorkerRegistration, 'pushManager'> | undefined>
}

export type PushSwitchDependencies = {
  browser: PushFunctions | null
  /** The portal's public key, base64url. RFC 8292. */
  key: string
  add(keys: PushSubscriptionBody): Promise<unknown>
  remove(endpoint: string): Promise<unknown>
}

/**
 * Returns the push functions of the browser. Null if the browser has none: on iOS before the portal is installed, or on
 * a page without HTTPS.
 */
export function findPushFunctions(): PushFunctions | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null
  return {
    permission: () => Notification.permission,
    ask: async () => Notification.requestPermission(),
    registration: async () => navigator.serviceWorker.getRegistration(),
  }
}

/** Reads the state of push messages in this browser, without asking the person for permission. */
export async function readPushState({ browser }: Pick<PushSwitchDependencies, 'browser'>): Promise<PushState> {
  const registration = await browser?.registration()
  if (!browser || !registration) return 'unsupported'
  if (browser.permission() === 'denied') return 'denied'
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/**
 * Asks for permission, subscribes at the push service, and sends the subscription to the portal. Call this function
 * only in a click handler, because browsers require a click. If the portal rejects the subscription, this function ends
 * the subscription.
 */
export async function switchPushOn({ browser, key, add }: PushSwitchDependencies): Promise<PushState> {
  const registration = await browser?.registration()
  if (!browser || !registration) return 'unsupported'
  const permission = await browser.ask()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const { pushManager } = registration
  const subscription = await subscribe(pushManager, key)
  const keys = subscription && pushSubscriptionKeysOf(subscription)
  if (!keys) return 'failed'
  try {
    await add(keys)
    return 'on'
  } catch {
    // Ends the subscription. The portal does not have it, and would never send a push to it.
    await subscription.unsubscribe()
    return 'failed'
  }
}

/** Subscribes at the push service. Returns null if the service cannot be reached or refuses. */
async function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // Replaces a subscription that has an earlier key of the portal.
    if (error.name !== 'InvalidStateError') return null
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options).catch(() => null)
  }
}

/**
 * Ends the subscription in the browser and at the portal. If the portal cannot be reached, the next push of the portal
 * fails, and the portal then deletes the subscription.
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
