import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { type ApiCall, fetchWithin, readAnswer } from '#client/api.ts'

const timeLimitMs = 15_000

const logoutAnswer = z.object({ location: z.string() })

export type LogoutParts = {
  call: ApiCall
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The socket: closed before the session ends, opened again when it did not end. */
  live: { stop(): void; start(): void }
  /** Forgets the token. */
  endSession(): void
  /** Leaves the page. */
  leaveFor(location: string): void
  warn(message: string, error: unknown): void
}

/**
 * Ends the session: the subscriptions first, then the socket, then the portal's and the provider's sessions.
 * Specification 4.17 and 19.18.
 *
 * @throws CallError when the portal did not end its session; the person is still signed in then
 */
export async function logOut(parts: LogoutParts): Promise<void> {
  // Subscriptions that stay behind end by themselves; they are no reason to stay signed in.
  await parts.call(api.unsubscribe).catch((error: unknown) => parts.warn('Dropping the subscriptions failed', error))
  parts.live.stop()
  const location = await endPortalSession(parts).catch((error: unknown) => {
    parts.live.start()
    throw error
  })
  parts.endSession()
  parts.leaveFor(location)
}

async function endPortalSession({ fetch }: LogoutParts): Promise<string> {
  const response = await fetchWithin({ fetch, limitMs: timeLimitMs }, '/auth/logout', { method: 'POST' })
  const { location } = await readAnswer(logoutAnswer, response)
  return location
}
