import * as z from 'zod/mini'
import { applianceApi } from '#contract/appliance-api.ts'
import { type ApiCall, fetchWithTimeout, readAnswer } from '#client/api-call.ts'

const timeLimitMs = 15_000

const logoutAnswer = z.object({ location: z.string() })

export type LogoutDependencies = {
  call: ApiCall
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The live connection. It is closed before the session ends, and opened again if the logout fails. */
  live: { stop(): void; start(): void }
  /** Ends the push messages of this browser. */
  endPushes(): Promise<void>
  /** Deletes the access token of the page. */
  endSession(): void
  /** Deletes the person's data that this browser stores. */
  clearBrowserData(): Promise<void>
  /** Loads an address of the server or of the identity provider. */
  leaveFor(location: string): void
  warn(message: string, error: unknown): void
}

/**
 * Logs the person out: ends subscriptions, push messages, the socket, and the sessions at the portal and the identity
 * provider. Specification 4.17 and 19.18. @throws CallError if the portal did not end its session; the person is then
 * still signed in
 */
export async function logOut(dependencies: LogoutDependencies): Promise<void> {
  // Continues after a failure, because the server expires the subscriptions later.
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
