import { Refusal } from '#server/http/refusals.ts'
import { freshMs } from '#server/identity/session/sign-in.ts'

/**
 * People may end each of their own sessions, also the one that asks. `own` are the person's sessions that the request
 * names. Specification 25.1.
 * @throws Refusal `not-found` if the session is another person's, or has ended
 */
export function asOwnSessions(own: readonly Buffer[]): readonly Buffer[] {
  if (own.length === 0) throw new Refusal('not-found')
  return own
}

/**
 * Only the person themselves may download the data about them. `own` is the ready file of the caller. Specification
 * 25.2.
 * @throws Refusal `not-found` if the file is another person's, is not ready, or has expired
 */
export function asOwnFile<File>(own: File | null): File {
  if (own === null) throw new Refusal('not-found')
  return own
}

/**
 * People may delete their account only shortly after they signed in at the provider, so that an open session on a
 * borrowed computer is not enough. `authenticatedAt` is null if nobody knows. Specification 25.3.
 * @throws Refusal `sign-in-too-old`
 */
export function refuseOldSignIn(authenticatedAt: Date | null, now: number): void {
  if (authenticatedAt === null || authenticatedAt.getTime() <= now - freshMs) throw new Refusal('sign-in-too-old')
}
