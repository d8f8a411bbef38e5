import { forgetLastState } from './last-state.ts'

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
