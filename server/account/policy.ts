import { Refusal } from '#server/http/refusals.ts'

/**
 * People may end each of their own sessions, also the one that sends the request. `own` are those of the person's
 * sessions that the request names. Specification 25.1.
 * @throws Refusal `not-found` if the session is another person's, or has ended
 */
export function refuseForeignSessions(own: readonly Buffer[]): readonly Buffer[] {
  if (own.length === 0) throw new Refusal('not-found')
  return own
}

/**
 * Only the person may download the data about them. `own` is the ready file, null if the caller has none with this id.
 * Specification 25.2.
 * @throws Refusal `not-found` if the file is another person's, is not ready, or has expired
 */
export function refuseForeignFile<File>(own: File | null): File {
  if (own === null) throw new Refusal('not-found')
  return own
}
