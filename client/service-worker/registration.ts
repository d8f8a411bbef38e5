import { workerMeta, workerPolicy } from '#contract/service-worker.ts'
import { forgetLastState } from './last-state.ts'

/** Registers the portal's service worker, where there is one and the browser knows what that is. */
export async function registerWorker(page: Pick<Document, 'querySelector'>): Promise<'registered' | 'none'> {
  const path = page.querySelector(`meta[name="${workerMeta}"]`)?.getAttribute('content')
  if (!path || !('serviceWorker' in navigator)) return 'none'
  const policy = window.trustedTypes?.createPolicy(workerPolicy, {
    createScriptURL: (url) => (url === path ? url : null),
  })
  await navigator.serviceWorker.register(policy?.createScriptURL(path) ?? path, { updateViaCache: 'none' })
  return 'registered'
}

/**
 * Takes back what outlives the page in this browser: the last known state, what a push has shown, and the pushes to
 * come. Whoever comes next finds nothing of the one before. Specification 11.6.
 */
export async function leaveNothing(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await forgetLastState()
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  for (const notification of await registration.getNotifications()) notification.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}
