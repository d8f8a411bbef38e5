/**
 * An event of the worker. The browser keeps the worker running until the promises of `waitUntil` settle. W3C Service
 * Workers, 4.4.
 */
export type ExtendableWorkerEvent = Event & { waitUntil(promise: Promise<unknown>): void }

export type FetchEvent = ExtendableWorkerEvent & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

export type PushEvent = ExtendableWorkerEvent & { data: { json(): unknown } | null }

/** The event of a periodic sync. W3C Periodic Background Sync, 3.4. */
export type PeriodicSyncEvent = ExtendableWorkerEvent & { tag: string }

export type NotificationEvent = ExtendableWorkerEvent & { notification: Pick<Notification, 'data' | 'close'> }

/**
 * The event after a push subscription was replaced. Browsers may omit one or both subscriptions. W3C Push API, 10.5.
 */
export type SubscriptionChangeEvent = ExtendableWorkerEvent & {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

export type PageWindow = { focus(): Promise<unknown>; postMessage(message: unknown): void }

type Events = {
  install: ExtendableWorkerEvent
  activate: ExtendableWorkerEvent
  fetch: FetchEvent
  push: PushEvent
  periodicsync: PeriodicSyncEvent
  notificationclick: NotificationEvent
  pushsubscriptionchange: SubscriptionChangeEvent
}

/**
 * The members of the service worker's global scope that the worker uses. TypeScript's own types for workers conflict
 * with its types for pages. W3C Service Workers, 4.1.
 */
export type WorkerScope = {
  location: Location
  registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<PageWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  addEventListener<Type extends keyof Events>(type: Type, listener: (event: Events[Type]) => void): void
}
