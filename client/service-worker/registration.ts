import { serviceWorkerMetaName, serviceWorkerPolicyName } from '#contract/service-worker.ts'
import { deleteLastState } from './last-state.ts'
import { sessionCheckEveryMs, sessionCheckTag } from './session-check.ts'

/** Registers the portal's service worker. Returns `none` if the page names no worker or the browser has no support. */
export async function registerWorker(page: Pick<Document, 'querySelector'>): Promise<'registered' | 'none'> {
  const path = page.querySelector(`meta[name="${serviceWorkerMetaName}"]`)?.getAttribute('content')
  if (!path || !('serviceWorker' in navigator)) return 'none'
  const policy = window.trustedTypes?.createPolicy(serviceWorkerPolicyName, {
    createScriptURL: (url) => (url === path ? url : null),
  })
  const registration = await navigator.serviceWorker.register(policy?.createScriptURL(path) ?? path, {
    updateViaCache: 'none',
  })
  await registerSessionCheck(registration)
  return 'registered'
}

/** Adds W3C Periodic Background Sync, which some browsers allow for installed pages. TypeScript has no types for it. */
type WithPeriodicSync = ServiceWorkerRegistration & {
  periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> }
}

const periodicSync = 'periodic-background-sync' as PermissionName

/**
 * If the browser permits it, registers a periodic check whether the session has ended. The worker runs this check while
 * no page is open.
 */
async function registerSessionCheck(registration: WithPeriodicSync | undefined): Promise<void> {
  // There may be no registration: a browser can block service workers without an error, for example under test or by a
  // policy.
  if (!registration?.periodicSync) return
  const { state } = await navigator.permissions.query({ name: periodicSync })
  if (state === 'granted')
    await registration.periodicSync.register(sessionCheckTag, { minInterval: sessionCheckEveryMs })
}

/**
 * Deletes what the service worker keeps of the person: the appliance list for the offline page, shown notifications and
 * the push subscription. The next person who uses this browser must not see them. Specification 11.6.
 */
export async function clearBrowserData(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await deleteLastState()
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  for (const notification of await registration.getNotifications()) notification.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}
