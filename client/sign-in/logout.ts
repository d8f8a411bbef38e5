import * as z from 'zod/mini'
import { applianceApi } from '#contract/appliance-api.ts'
import { type ApiCall, fetchWithTimeout, readAnswer } from '#client/api.ts'

const timeLimitMs = 15_000

const logoutAnswer = z.object({ location: z.string() })

export type LogoutDependencies = {
  call: ApiCall
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The socket, which is closed before the session ends, and opened again if the logout fails. */
  live: { stop(): void; start(): void }
  /** Ends push messages to this browser, in the browser and at the portal. */
  endPushes(): Promise<void>
  /** Deletes the token. */
  endSession(): void
  /** Deletes stored data of the person in this browser, as far as possible. */
  clearBrowserData(): Promise<void>
  /** Leaves the page for an address of the server or the provider. */
  leaveFor(location: string): void
  warn(message: string, error: unknown): void
}

/**
 * Ends the session: first the subscriptions, then the socket, then the sessions at the portal and the provider.
 * Specification 4.17 and 19.18.
 *
 * @throws CallError if the portal did not end its session; the person is still signed in then
 */
export async function logOut(dependencies: LogoutDependencies): Promise<void> {
  // Continues after a failure, because remaining subscriptions expire on the server.
  await dependencies
    .call(applianceApi.unsubscribe)
    .catch((error: unknown) => dependencies.warn('Dropping the subscriptions failed', error))
  await dependencies.endPushes().catch((error: unknown) => dependencies.warn('Ending the pushes failed', error))
  dependencies.live.stop()
  const location = await endPortalSession(dependencies).catch((error: unknown) => {
    dependencies.live.start()
    throw error
  })
  dependencies.endSession()
  await dependencies.clearBrowserData()
  dependencies.leaveFor(location)
}

async function endPortalSession({ fetch }: LogoutDependencies): Promise<string> {
  const response = await fetchWithTimeout({ fetch, limitMs: timeLimitMs }, '/auth/logout', { method: 'POST' })
  const { location } = await readAnswer(logoutAnswer, response)
  return location
}
