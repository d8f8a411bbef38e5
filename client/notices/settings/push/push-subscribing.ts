import type { PushSubscriptionKeys } from '#contract/notice-settings.ts'
import { keysOf } from '#client/push-keys.ts'

/**
 * How pushes stand in this browser. `denied`: the person has forbidden them, which only the browser's own settings take
 * back.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on' | 'failed'

/** As much of the browser as pushes need; null in place of what it does not have. */
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

/** The browser's own, null where it knows no pushes: before iOS has installed the portal, or without a secure origin. */
export function pushBrowser(): PushBrowser | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null
  return {
    permission: () => Notification.permission,
    ask: async () => Notification.requestPermission(),
    registration: async () => navigator.serviceWorker.getRegistration(),
  }
}

/** How pushes stand; asks nobody. */
export async function readPushState({ browser }: Pick<PushSwitchDependencies, 'browser'>): Promise<PushState> {
  const registration = await browser?.registration()
  if (!browser || !registration) return 'unsupported'
  if (browser.permission() === 'denied') return 'denied'
  return (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/** After a click: asks the person, then the push service, then tells the portal. What the portal did not take is ended. */
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
    // Nobody would write to it.
    await subscription.unsubscribe()
    return 'failed'
  }
}

/** Null where the push service can't be reached, or refuses. */
async function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    // A subscription under a key that the portal had before.
    if (error.name !== 'InvalidStateError') return null
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options).catch(() => null)
  }
}

/** Ends the subscription here and at the portal; what the portal does not hear of ends with the next push. */
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
